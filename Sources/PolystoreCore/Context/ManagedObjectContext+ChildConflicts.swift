import PolystoreModel
import PolystoreStorage

extension ManagedObjectContext {
    /// The conflicts of a child's changes: rows that this context has in another version, or not any more.
    func childConflicts(_ changes: ChangeSet) -> [StoreNumber: StoreConflicts] {
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
                let objectID = mark.objectID(in: store)
                // Both deleted it: nothing is lost.
                if registered(objectID)?.flags.contains(.deleted) ?? false { continue }
                if let conflict = conflict(objectID, mark.expectedVersion) { found.append(conflict) }
            }
            for link in change.links where link.kind == .put {
                found += [link.source, link.target].compactMap { conflict(linking: $0, inserted) }
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
        for (target, _) in references(of: row) {
            if let conflict = conflict(linking: target, inserted) { return conflict }
        }
        return nil
    }

    /// A child must not refer to what is deleted here, or was deleted and saved.
    ///
    /// Rows of what is referred to have been read: what is not registered is not there.
    private func conflict(linking target: ObjectID, _ inserted: Set<ObjectID>) -> StoreConflicts.Version? {
        if inserted.contains(target) { return nil }
        guard let object = registered(target) else {
            // An object in a store that is not open is not known to be gone.
            guard coordinator.store(target.store) != nil else { return nil }
            return StoreConflicts.Version(object: target, expected: 0, found: 0)
        }
        guard object.flags.contains(.deleted) else { return nil }
        return StoreConflicts.Version(object: target, expected: object.storedRow().version, found: 0)
    }
}
