/// What each Unicode scalar becomes in a folding of text.
///
/// Built from the generated records at first use and kept for the life of the process.
public struct FoldingTable: Sendable {
    /// Where the folded form of each scalar begins in `pool`.
    private let map: FoldingMap

    /// For each folded form its length and its UTF-8 bytes.
    ///
    /// The first byte is not used, so no form begins at zero.
    private let pool: [UInt8]

    /// Full case folding.
    static let cases = FoldingTable(FoldingRecords.expand(caseFoldingRecords))

    /// Decomposition without nonspacing marks.
    ///
    /// Hangul syllables are not in the table.
    static let marks = FoldingTable(FoldingRecords.expand(markFoldingRecords))

    /// Marks dropped, case folded, marks dropped.
    ///
    /// Hangul syllables are not in the table.
    static let caseAndMarks: FoldingTable = {
        let cases = FoldingRecords.expand(caseFoldingRecords)
        let marks = FoldingRecords.expand(markFoldingRecords)
        func withoutMarks(_ scalars: [UInt32]) -> [UInt32] { scalars.flatMap { marks[$0] ?? [$0] } }
        var both: [UInt32: [UInt32]] = [:]
        for scalar in Set(cases.keys).union(marks.keys) {
            let folded = withoutMarks(withoutMarks([scalar]).flatMap { cases[$0] ?? [$0] })
            both[scalar] = folded == [scalar] ? nil : folded
        }
        return FoldingTable(both)
    }()

    /// Packs a mapping.
    private init(_ mapping: [UInt32: [UInt32]]) {
        var pool: [UInt8] = [0]
        var map = FoldingMap()
        var offsets: [[UInt32]: UInt16] = [:]
        for (scalar, folded) in mapping.sorted(by: { $0.key < $1.key }) {
            if let offset = offsets[folded] {
                map.set(offset, for: scalar)
                continue
            }
            let offset = UInt16(pool.count)
            pool.append(0)
            for part in folded {
                UTF8Unit.append(part, to: &pool)
            }
            pool[Int(offset)] = UInt8(pool.count - Int(offset) - 1)
            offsets[folded] = offset
            map.set(offset, for: scalar)
        }
        self.map = map
        self.pool = pool
    }

    /// Calls a function with the tables.
    func withStorage<Result>(_ body: (FoldingMap.View, UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        map.withView { view in pool.withUnsafeBufferPointer { body(view, $0) } }
    }

    /// The UTF-8 bytes that a scalar becomes, or nil if it stays.
    func folded(_ scalar: UInt32) -> [UInt8]? {
        withStorage { map, pool in
            map.offset(of: scalar).map { Array(pool[$0 + 1..<$0 + 1 + Int(pool[$0])]) }
        }
    }
}
