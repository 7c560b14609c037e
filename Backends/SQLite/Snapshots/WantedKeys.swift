import PolystoreStorage

/// Objects that rows may refer to, by the peer that rows name their store by.
struct WantedKeys {
    private let own: KeySet
    private let others: [UInt32: KeySet]

    init(_ targets: ArraySlice<(key: Int64, peer: UInt32)>) {
        var keys: [UInt32: [Int64]] = [:]
        for target in targets { keys[target.peer, default: []].append(target.key) }
        own = KeySet(keys.removeValue(forKey: 0) ?? [])
        others = keys.mapValues(KeySet.init)
    }

    @inline(__always)
    func contains(_ key: Int64, _ peer: UInt32) -> Bool {
        peer == 0 ? own.contains(key) : others[peer]?.contains(key) ?? false
    }
}
