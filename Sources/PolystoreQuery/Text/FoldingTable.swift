/// The mapping of Unicode scalars in a folding of text.
///
/// Built from the generated records at first use and kept for the life of the process.
public struct FoldingTable {
    /// For each scalar where its folded form begins in the pool, as a ``FoldingMap``; zero if the scalar stays.
    private let entries: UnsafePointer<UInt16>

    /// For each folded form its length and its UTF-8 bytes.
    ///
    /// The first byte is not used, so no form begins at zero.
    private let pool: UnsafePointer<UInt8>

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
        entries = Self.keep(map.entries)
        self.pool = Self.keep(pool)
    }

    /// Copies values into memory that is never freed.
    private static func keep<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafePointer<Value> {
        let memory = UnsafeMutableBufferPointer<Value>.allocate(capacity: values.count)
        _ = memory.initialize(fromContentsOf: values)
        return UnsafePointer(memory.baseAddress.unsafelyUnwrapped)
    }

    /// The UTF-8 bytes that a scalar becomes, for ever valid, or nil if it stays or is none.
    @inline(__always)
    func form(of scalar: UInt32) -> UnsafeBufferPointer<UInt8>? {
        let offset = FoldingMap.number(of: scalar, in: entries)
        return offset == 0 ? nil : UnsafeBufferPointer(start: pool + offset + 1, count: Int(pool[offset]))
    }
}

// SAFETY: both pointers lead to memory that is filled before the table exists and neither changed nor freed after; the
// entries of the map cover every scalar, and its numbers are offsets of forms that lie wholly in the pool.
extension FoldingTable: @unchecked Sendable {}
