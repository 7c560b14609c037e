import PolystoreStorage

/// An object that rows may refer to: its key, and the peer that rows name its store by.
typealias ReferenceTarget = (key: Int64, peer: UInt32)

/// Objects that rows may refer to, by the peer that rows name their store by.
struct WantedKeys {
    /// The peer of the first object, and the keys with it: most objects are of one store.
    private let peer: UInt32
    private let keys: KeySet
    private let others: [UInt32: KeySet]

    init(_ targets: ArraySlice<ReferenceTarget>) {
        var keys: [UInt32: [Int64]] = [:]
        for target in targets { keys[target.peer, default: []].append(target.key) }
        peer = targets.first?.peer ?? 0
        self.keys = KeySet(keys.removeValue(forKey: peer) ?? [])
        others = keys.mapValues(KeySet.init)
    }

    @inline(__always)
    func contains(_ key: Int64, _ peer: UInt32) -> Bool {
        peer == self.peer ? keys.contains(key) : others[peer]?.contains(key) ?? false
    }
}
