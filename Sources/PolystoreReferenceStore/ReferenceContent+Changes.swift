import PolystoreStorage

extension ReferenceContent {
    /// What stands in the way of some changes: versions first, then uniqueness on the state after them.
    mutating func apply(_ changes: StoreChanges, store: StoreNumber) throws(StoreError) {
        var conflicts = StoreConflicts()
        func check(_ root: RootNumber, _ key: Int64, _ expected: UInt32) {
            let found = rows[root]?[key]?.view.version ?? 0
            guard found != expected else { return }
            conflicts.versions.append(
                .init(object: ObjectID(store: store, root: root, key: key), expected: expected, found: found))
        }
        for row in changes.inserts { check(row.view.layout.root, row.view.key, 0) }
        for row in changes.updates { check(row.view.layout.root, row.view.key, row.expectedVersion) }
        for mark in changes.deletes + changes.locks { check(mark.entity.rootNumber, mark.key, mark.expectedVersion) }
        guard conflicts.isEmpty else { throw StoreError(.conflict, conflicts: conflicts) }

        var after = self
        for mark in changes.deletes { after.rows[mark.entity.rootNumber]?[mark.key] = nil }
        for row in changes.inserts + changes.updates {
            after.rows[row.view.layout.root, default: [:]][row.view.key] = Row(batch: row.batch, offset: row.offset)
        }
        for link in changes.links {
            let pair = Pair(source: link.source, target: link.target)
            guard link.kind == .put else {
                after.links[link.join]?[pair] = nil
                continue
            }
            var orders = after.links[link.join]?[pair] ?? Orders()
            orders.target = link.targetOrder ?? orders.target
            orders.source = link.sourceOrder ?? orders.source
            after.links[link.join, default: [:]][pair] = orders
        }
        for (name, value) in changes.metadata { after.user[name] = value }
        conflicts.uniqueness = after.doubles(of: changes.inserts + changes.updates)
        guard conflicts.isEmpty else { throw StoreError(.conflict, conflicts: conflicts) }
        self = after
    }

    private func doubles(of changed: [StoreChanges.Row]) -> [StoreConflicts.Uniqueness] {
        var result: [StoreConflicts.Uniqueness] = []
        for row in changed.map(\.view) {
            for constraint in row.layout.entity?.uniquenessConstraints ?? [] {
                let values = constraint.attributes.map { row.value(for: $0.key) }
                if values.contains(where: \.isMissing) { continue }
                for other in rows(of: constraint.entity.concreteFamily) where other.key != row.key {
                    guard constraint.attributes.map({ other.value(for: $0.key) }) == values else { continue }
                    result.append(.init(constraint: constraint, object: row.objectID, other: other.objectID))
                }
            }
        }
        return result
    }
}
