/// A number for each Unicode scalar, zero for most: two steps, blocks of scalars that share one empty block.
struct FoldingMap {
    private static let blockBits: UInt32 = 7
    private static let blockSize = 1 << Int(blockBits)
    private static let blockCount = 0x110000 >> Int(blockBits)

    /// For each block of scalars where it begins in this same array, then the blocks; the first is empty.
    private(set) var entries: [UInt16]

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

    /// The number of a scalar in the entries of a map; zero for a value that is no scalar.
    static func number(of scalar: UInt32, in entries: UnsafePointer<UInt16>) -> Int {
        let block = Int(scalar >> blockBits)
        guard block < blockCount else { return 0 }
        return Int(entries[Int(entries[block]) + (Int(scalar) & (blockSize - 1))])
    }
}
