/// A number for each Unicode scalar, zero for most: two steps, blocks of scalars that share one empty block.
struct FoldingMap: Sendable {
    private static let blockBits: UInt32 = 7
    private static let blockSize = 1 << Int(blockBits)
    private static let blockCount = 0x110000 >> Int(blockBits)

    /// For each block of scalars where it begins in this same array, then the blocks; the first is empty.
    private var entries: [UInt16]

    /// A map in which every scalar has zero.
    init() {
        entries = Array(repeating: UInt16(Self.blockCount), count: Self.blockCount)
        entries += Array(repeating: 0, count: Self.blockSize)
    }

    /// Sets the number of a scalar.
    mutating func set(_ number: UInt16, for scalar: UInt32) {
        let block = Int(scalar >> Self.blockBits)
        guard block < Self.blockCount else { return }
        if entries[block] == UInt16(Self.blockCount) {
            entries[block] = UInt16(entries.count)
            entries += Array(repeating: 0, count: Self.blockSize)
        }
        entries[Int(entries[block]) + Int(scalar) % Self.blockSize] = number
    }

    /// Calls a function with a view for many look-ups.
    func withView<Result>(_ body: (View) -> Result) -> Result {
        entries.withUnsafeBufferPointer { body(View(entries: $0)) }
    }
}

extension FoldingMap {
    /// Quick access to the numbers, for the length of a call.
    struct View {
        fileprivate let entries: UnsafeBufferPointer<UInt16>

        /// The number of a scalar, or nil if it is zero or this is none.
        func offset(of scalar: UInt32) -> Int? {
            let block = Int(scalar >> FoldingMap.blockBits)
            guard block < FoldingMap.blockCount else { return nil }
            let number = entries[Int(entries[block]) + Int(scalar) % FoldingMap.blockSize]
            return number == 0 ? nil : Int(number)
        }
    }
}
