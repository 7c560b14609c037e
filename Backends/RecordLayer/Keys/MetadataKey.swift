/// The keys of the table `metadata`; the values are sealed, see `SealedValue`.
enum MetadataKey {
    /// `StoreMetadata` as JSON; its watermark is that of the time when it was written.
    static let metadata: [UInt8] = [1]
    /// `RecordCatalogRecord` as JSON.
    static let catalog: [UInt8] = [2]
    /// The number of the last commit: 8 bytes, little-endian.
    static let watermark: [UInt8] = [3]
    /// `JointMark` of the last save over several stores; absent before the first.
    static let joint: [UInt8] = [5]

    /// The smallest key of a hierarchy that was never reserved: 8 bytes, little-endian.
    static func nextKey(_ root: UInt16) -> [UInt8] {
        var bytes: [UInt8] = [4]
        KeyEncoding.append(root, to: &bytes)
        return bytes
    }
}
