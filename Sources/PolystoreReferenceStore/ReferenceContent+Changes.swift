import PolystoreStorage

extension ReferenceContent {
    /// The conflicts of some changes: versions first, then uniqueness on the state after them.
    mutating func apply(_ changes: StoreChanges, store: StoreNumber, isUnique: Bool) throws(StoreError) {
        var conflicts = StoreConflicts(versionsOf: changes, in: store) { rows[$0]?[$1]?.view.version }
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
        if let mark = changes.joint { after.joint = mark }
        if let change = changes.domain { after.domain = change.domain }
        if isUnique { conflicts.uniqueness = after.doubles(of: changes.inserts + changes.updates) }
        guard conflicts.isEmpty else { throw StoreError(.conflict, conflicts: conflicts) }
        self = after
    }

    /// Text is equal by its bytes; to Swift, two spellings of one letter are equal.
    private static func areEqual(_ left: Value, _ right: Value) -> Bool {
        if case .string(let left) = left, case .string(let right) = right { return left.utf8.elementsEqual(right.utf8) }
        return left == right
    }

    private func doubles(of changed: [StoreChanges.Row]) -> [StoreConflicts.Uniqueness] {
        var result: [StoreConflicts.Uniqueness] = []
        for row in changed.map(\.view) {
            for constraint in row.layout.entity?.uniquenessConstraints ?? [] {
                let values = constraint.properties.map { row.value(for: $0.key) }
                if values.contains(where: \.isMissing) { continue }
                for other in rows(of: constraint.entity.concreteFamily) where other.key != row.key {
                    let others = constraint.properties.map { other.value(for: $0.key) }
                    guard zip(others, values).allSatisfy(ReferenceContent.areEqual) else { continue }
                    result.append(.init(constraint: constraint, object: row.objectID, other: other.objectID))
                }
            }
        }
        return result
    }
}
