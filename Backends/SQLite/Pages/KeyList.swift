/// Keys of rows that are still to be looked up, in memory that is used again.
final class KeyList {
    @exclusivity(unchecked) private var keys: [Int64] = []

    var count: Int { keys.count }

    @inline(__always)
    func append(_ key: Int64) { keys.append(key) }

    /// Calls a closure with the keys, and drops them.
    func take(_ body: (UnsafeBufferPointer<Int64>) throws(PageTrouble) -> Void) throws(PageTrouble) {
        try keys.withUnsafeBufferPointer(body)
        keys.removeAll(keepingCapacity: true)
    }
}
