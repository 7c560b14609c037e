import PolystoreModel
import PolystoreStorage

extension RecordWriter {
    /// The smallest key of a hierarchy that was never reserved or used.
    func nextKey(_ root: UInt16) throws(StoreError) -> Int64 {
        if let known = nextKeys[root] { return known }
        let bytes = try RecordOpening.value(transaction, MetadataKey.nextKey(root), catalog.storeName)
        var next: Int64 = 1
        if let bytes {
            guard bytes.count == 8 else { throw catalog.error(.damaged, [.reason: "the next key is not readable"]) }
            next = Int64(littleEndian: bytes.loadUnaligned(as: Int64.self))
        }
        nextKeys[root] = next
        return next
    }

    /// Sets the smallest key of a hierarchy that is not reserved.
    func setNextKey(_ root: UInt16, _ next: Int64) throws(StoreError) {
        nextKeys[root] = next
        var bytes: [UInt8] = []
        withUnsafeBytes(of: next.littleEndian) { bytes.append(contentsOf: $0) }
        try putMetadata(MetadataKey.nextKey(root), bytes)
    }

    /// Makes sure that a key that is being used is not reserved later.
    func extendKeys(_ root: UInt16, beyond key: Int64) throws(StoreError) {
        if root == lastRoot, key < lastNextKey { return }
        if let end = reservations[root]?.upperBound, key < end {
            (lastRoot, lastNextKey) = (root, end)
            return
        }
        defer { (lastRoot, lastNextKey) = (root, nextKeys[root] ?? .min) }
        if key >= (try nextKey(root)) {
            guard key < Int64.max else { throw catalog.error(.keysUnavailable, [.reason: "the last key is used"]) }
            try setNextKey(root, key + 1)
        }
    }
}
