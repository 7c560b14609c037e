import PolystoreModel
import PolystoreStorage

/// Finds links that would lead nowhere after a save, because another save came between: links to objects that other
/// contexts have deleted, and links that they have made to objects which this save deletes.
///
/// Rows say nothing of it: neither side's version changes when the other is saved.
struct LinkConflictCheck {
    private let coordinator: PersistentStoreCoordinator
    private let snapshots: MultiStoreSnapshot
    private(set) var changes: ChangeSet
    private(set) var conflicts: [StoreNumber: StoreConflicts] = [:]

    /// Looks at the newest rows; pairs that other contexts have added to deleted objects are removed along.
    init(
        _ changes: ChangeSet, _ coordinator: PersistentStoreCoordinator, _ snapshots: MultiStoreSnapshot
    ) throws(StoreError) {
        self.changes = changes
        self.coordinator = coordinator
        self.snapshots = snapshots
        try findGoneTargets()
        let deletes = self.deletes
        guard !deletes.isEmpty else { return }
        try findNewReferences(to: deletes)
        try removeNewPairs(of: deletes)
    }

    private var deletes: [ObjectID: StoreChanges.Mark] {
        var result: [ObjectID: StoreChanges.Mark] = [:]
        for (store, change) in changes {
            for mark in change.deletes {
                result[mark.objectID(in: store)] = mark
            }
        }
        return result
    }

    private mutating func conflict(_ object: ObjectID, expected: UInt32, found: UInt32) {
        conflicts[object.store, default: StoreConflicts()].versions
            .append(StoreConflicts.Version(object: object, expected: expected, found: found))
    }

    private mutating func findGoneTargets() throws(StoreError) {
        var targets: Set<ObjectID> = []
        var inserted: Set<ObjectID> = []
        for change in changes.values {
            for row in change.inserts {
                inserted.insert(row.view.objectID)
                collectReferences(of: row, &targets)
            }
            for row in change.updates { collectReferences(of: row, &targets) }
            for link in change.links where link.kind == .put { targets.formUnion([link.source, link.target]) }
        }
        targets.subtract(inserted)
        // An object in a store that is not open is not known to be gone.
        var missing = targets.filter { snapshots.snapshot(of: $0.store) != nil }
        guard !missing.isEmpty else { return }
        try coordinator.rows(of: Array(missing), in: snapshots) { batch in
            for row in batch { missing.remove(row.objectID) }
            return true
        }
        for object in missing.sorted() { conflict(object, expected: 0, found: 0) }
    }

    private func collectReferences(of row: StoreChanges.Row, _ targets: inout Set<ObjectID>) {
        let view = row.view
        row.changed.forEach { index in
            let slot = view.layout.slots[index]
            if slot.kind == .reference, !view.isMissing(slot), let target = view.reference(slot) {
                targets.insert(target)
            }
        }
    }

    /// References of rows that this save does not know; the rule No Action leaves them, as it leaves those that it knows.
    private mutating func findNewReferences(to deletes: [ObjectID: StoreChanges.Mark]) throws(StoreError) {
        var changed: [ObjectID: StoreChanges.Row] = [:]
        for row in changes.values.flatMap(\.updates) { changed[row.view.objectID] = row }
        var found: Set<ObjectID> = []
        for (relationship, owners) in byRelationship(deletes) where relationship.deleteRule != .noAction {
            guard let inverse = relationship.inverse, inverse.form == .reference else { continue }
            try coordinator.rows(referencing: owners, through: inverse, in: snapshots) { batch in
                for row in batch where deletes[row.objectID] == nil {
                    let index = row.layout.index(of: inverse.key)
                    guard index >= 0, let target = row.reference(row.layout.slots[index]) else { continue }
                    if let own = changed[row.objectID]?.view {
                        let place = own.layout.index(of: inverse.key)
                        if place >= 0, own.reference(own.layout.slots[place]) != target { continue }
                    }
                    found.insert(target)
                }
                return true
            }
        }
        for object in found.sorted() {
            guard let mark = deletes[object] else { continue }
            conflict(object, expected: mark.expectedVersion, found: mark.expectedVersion)
        }
    }

    private struct Pair: Hashable {
        let join: ModelJoin
        let source: ObjectID
        let target: ObjectID
    }

    private mutating func removeNewPairs(of deletes: [ObjectID: StoreChanges.Mark]) throws(StoreError) {
        var known: Set<Pair> = []
        for link in changes.values.flatMap(\.links) where link.kind == .remove {
            known.insert(Pair(join: link.join, source: link.source, target: link.target))
        }
        for (relationship, owners) in byRelationship(deletes) {
            guard let join = relationship.join else { continue }
            for link in try coordinator.links(relationship, of: owners, in: snapshots) {
                guard known.insert(Pair(join: join, source: link.source, target: link.target)).inserted else {
                    continue
                }
                let home = coordinator.linkHome(join, source: link.source, target: link.target)
                changes[home, default: StoreChanges()].links
                    .append(LinkChange(join: join, source: link.source, target: link.target, kind: .remove))
            }
        }
    }

    private func byRelationship(_ deletes: [ObjectID: StoreChanges.Mark]) -> [ModelRelationship: [ObjectID]] {
        var result: [ModelRelationship: [ObjectID]] = [:]
        for (object, mark) in deletes {
            for relationship in mark.entity.relationships where !relationship.isTransient {
                result[relationship, default: []].append(object)
            }
        }
        return result
    }
}
