import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// Hands out the rows of objects, in any order, until the receiver returns false; objects without a row, or whose
    /// store is not open, are passed over.
    ///
    /// - Complexity: One round trip per store and hierarchy.
    package func rows(
        of ids: [ObjectID], in snapshots: MultiStoreSnapshot, _ receive: (RowBatch) -> Bool
    ) throws(StoreError) {
        var goesOn = true
        for (group, keys) in ids.groupedKeys() where goesOn {
            guard let snapshot = snapshots.snapshot(of: group.store) else { continue }
            try snapshot.rows(group.root, keys: keys) { batch in
                goesOn = receive(batch)
                return goesOn
            }
        }
    }

    /// Hands out the row of an object, valid during the call, if there is one and its store is open.
    ///
    /// - Complexity: One round trip.
    package func row(
        of id: ObjectID, in snapshots: MultiStoreSnapshot, _ receive: (RowView, LayoutTable) -> Void
    ) throws(StoreError) {
        try snapshots.snapshot(of: id.store)?.row(id.root, key: id.key, receive)
    }

    /// Hands out the rows, of every store, whose to-one relationship names one of some objects, in any order, until
    /// the receiver returns false.
    ///
    /// - Complexity: One round trip per store that may hold such rows.
    package func rows(
        referencing objects: [ObjectID], through toOne: ModelRelationship, in snapshots: MultiStoreSnapshot,
        _ receive: (RowBatch) -> Bool
    ) throws(StoreError) {
        guard !objects.isEmpty, let set = snapshots.stores else { return }
        var goesOn = true
        for store in set.homes(of: toOne.entity) where goesOn {
            guard let snapshot = snapshots.snapshot(of: store.number) else { continue }
            if store.placement.omittedReferences.contains(toOne) { continue }
            // A store whose references stay inside holds none to objects of others.
            let named =
                store.placement.leavingReferences.contains(toOne)
                ? objects : objects.filter { $0.store == store.number }
            if named.isEmpty { continue }
            try snapshot.rows(referencing: named, through: toOne) { batch in
                goesOn = receive(batch)
                return goesOn
            }
        }
    }

    /// The pairs of a relationship's join table that begin at some objects, of every store, in any order.
    ///
    /// - Complexity: One round trip per store that may hold such pairs.
    package func links(
        _ relationship: ModelRelationship, of objects: [ObjectID], in snapshots: MultiStoreSnapshot
    ) throws(StoreError) -> [JoinLink] {
        guard let join = relationship.join else { return [] }
        return try links(join, from: objects, forward: join.forward === relationship, in: snapshots)
    }

    /// The pairs of a join table whose source (or target) is one of some objects, of every store, in any order.
    func links(
        _ join: ModelJoin, from objects: [ObjectID], forward: Bool, in snapshots: MultiStoreSnapshot
    ) throws(StoreError) -> [JoinLink] {
        guard !objects.isEmpty, let set = snapshots.stores else { return [] }
        var result: [JoinLink] = []
        for store in set.stores {
            guard store.placement.joins.contains(join), let snapshot = snapshots.snapshot(of: store.number) else {
                continue
            }
            let named =
                store.placement.leavingJoins.contains(join) ? objects : objects.filter { $0.store == store.number }
            if named.isEmpty { continue }
            result += try snapshot.links(join, from: named, forward: forward)
        }
        return result
    }
}
