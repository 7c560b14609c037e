import PolystoreModel

/// The store and hierarchy of a group of objects.
struct KeyGroup: Hashable {
    let store: StoreNumber
    let root: RootNumber
}

extension Sequence<ObjectID> {
    /// The keys by store and hierarchy, ascending.
    func groupedKeys() -> [(group: KeyGroup, keys: [Int64])] {
        var groups: [KeyGroup: [Int64]] = [:]
        for id in self { groups[KeyGroup(store: id.store, root: id.root), default: []].append(id.key) }
        return groups.map { ($0, $1.sorted()) }
            .sorted { ($0.group.store.rawValue, $0.group.root.rawValue) < ($1.group.store.rawValue, $1.group.root.rawValue) }
    }
}
