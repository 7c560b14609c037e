import PolystoreModel

/// What stands beside data of more than 4 KiB: its length in the upper half of an integer, its CRC-32C in the lower.
enum DeferredColumn {
    static func encode(_ data: DeferredData) -> Int64 {
        Int64(truncatingIfNeeded: data.length) << 32 | Int64(data.checksum)
    }

    /// What the column says; in a damaged or edited file it may be anything, and the row's checksum tells.
    static func decode(_ value: Int64) -> DeferredData {
        DeferredData(length: max(0, Int(value >> 32)), checksum: UInt32(truncatingIfNeeded: value))
    }
}
