import PolystoreModel

/// The store and hierarchy of a group of objects.
struct KeyGroup: Hashable {
    let store: StoreNumber
    let root: RootNumber
}

extension Array<ObjectID> {
    /// The keys by store and hierarchy, ascending.
    func groupedKeys() -> [(group: KeyGroup, keys: [Int64])] {
        if count == 1 { return [(KeyGroup(store: self[0].store, root: self[0].root), [self[0].key])] }
        // Nearly always all are of one group.
        if let first, allSatisfy({ $0.store == first.store && $0.root == first.root }) {
            return [(KeyGroup(store: first.store, root: first.root), map(\.key).sorted())]
        }
        var groups: [KeyGroup: [Int64]] = [:]
        for id in self { groups[KeyGroup(store: id.store, root: id.root), default: []].append(id.key) }
        return groups.sorted(byNumber: \.key.root.rawValue).sorted(byNumber: \.key.store.rawValue)
            .map { ($0.key, $0.value.sorted()) }
    }
}
