import PolystoreModel
import PolystoreStorage

extension ManagedObjectContext {
    /// What stands in the way of a child's changes: rows that this context has in another version, or not any more.
    func childConflicts(_ changes: ChangesByStore) -> [StoreNumber: StoreConflicts] {
        let inserted = Set(changes.values.flatMap { $0.inserts.map(\.view.objectID) })
        var result: [StoreNumber: StoreConflicts] = [:]
        for (store, change) in changes {
            var found: [StoreConflicts.Version] = []
            for row in change.inserts {
                let conflict = conflict(inserting: row) ?? conflict(referring: row, inserted)
                if let conflict { found.append(conflict) }
            }
            for row in change.updates {
                let objectID = row.view.objectID
                let conflict = conflict(objectID, row.expectedVersion) ?? conflict(referring: row, inserted)
                if let conflict { found.append(conflict) }
            }
            for mark in change.deletes + change.locks {
                let objectID = ObjectID(store: store, root: mark.entity.rootNumber, key: mark.key)
                // Both deleted it: nothing is lost.
                if registered(objectID)?.flags.contains(.deleted) ?? false { continue }
                if let conflict = conflict(objectID, mark.expectedVersion) { found.append(conflict) }
            }
            if !found.isEmpty { result[store] = StoreConflicts(versions: found) }
        }
        return result
    }

    private func conflict(_ objectID: ObjectID, _ expected: UInt32) -> StoreConflicts.Version? {
        guard let object = registered(objectID),
            object.flags.isDisjoint(with: [.fault, .deleted, .detached, .inaccessible])
        else { return StoreConflicts.Version(object: objectID, expected: expected, found: 0) }
        let version = object.storedRow().version
        if childLineage.continues(objectID, from: expected, onto: version) { return nil }
        return StoreConflicts.Version(object: objectID, expected: expected, found: version)
    }

    /// A child may insert what is not here, and bring back what is deleted here.
    private func conflict(inserting row: StoreChanges.Row) -> StoreConflicts.Version? {
        let objectID = row.view.objectID
        guard let known = registered(objectID), known.flags.isDisjoint(with: [.deleted, .detached]) else { return nil }
        return StoreConflicts.Version(object: objectID, expected: 0, found: known.storedRow().version)
    }

    /// A child must not refer to what is deleted here.
    private func conflict(referring row: StoreChanges.Row, _ inserted: Set<ObjectID>) -> StoreConflicts.Version? {
        for (target, _) in references(of: row) where !inserted.contains(target) {
            guard let object = registered(target), object.flags.contains(.deleted) else { continue }
            return StoreConflicts.Version(object: target, expected: object.storedRow().version, found: 0)
        }
        return nil
    }
}
