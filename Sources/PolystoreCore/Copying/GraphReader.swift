import Foundation
import PolystoreModel
import PolystoreStorage

/// Reads a whole graph through one snapshot of its stores, batch by batch.
///
/// Memory is bounded by a batch and what belongs to it.
final class GraphReader {
    let coordinator: PersistentStoreCoordinator
    let snapshots: MultiStoreSnapshot

    /// Takes the newest snapshot.
    init(_ coordinator: PersistentStoreCoordinator) throws(CoordinatorError) {
        self.coordinator = coordinator
        do throws(StoreError) { snapshots = try coordinator.snapshot() } catch {
            throw CoordinatorError(error, in: .none)
        }
    }

    /// The number of objects in all stores.
    func count() throws -> Int {
        var total = 0
        for entity in coordinator.model.entities where !entity.isAbstract {
            for store in coordinator.stores where store.entities.contains(entity) {
                guard let snapshot = snapshots.snapshot(of: store.number) else { continue }
                total += try snapshot.count(store.store.plan(StoreQuery(entities: [entity])))
            }
        }
        return total
    }

    /// Hands out the objects of one concrete entity, store by store.
    func forEachBatch(of entity: ModelEntity, _ body: (GraphBatch) throws -> Void) throws {
        for store in coordinator.stores where store.entities.contains(entity) {
            guard let snapshot = snapshots.snapshot(of: store.number) else { continue }
            var failure: (any Error)?
            try snapshot.rows(store.store.plan(StoreQuery(entities: [entity]))) { rows in
                do {
                    try body(GraphBatch(reader: self, entity: entity, store: store, snapshot: snapshot, rows: rows))
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
            if let failure { throw failure }
        }
    }
}
