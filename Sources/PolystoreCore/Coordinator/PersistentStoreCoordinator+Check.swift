import Foundation
import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// Checks everything that the open stores hold, and the references from store to store.
    ///
    /// - Parameter visit: Called with each finding and the store that it was found in.
    /// - Returns: The check of each store, by its name.
    /// - Throws: `store` when a store cannot be read.
    public func check(
        _ visit: (AttachedStore, StoreCheck.Finding) -> Void
    ) throws(CoordinatorError) -> [String: StoreCheck.Summary] {
        var summaries: [String: StoreCheck.Summary] = [:]
        guard let set = current else { return summaries }
        let snapshots: MultiStoreSnapshot
        do throws(StoreError) { snapshots = try self.snapshot() } catch { throw CoordinatorError(error, in: .none) }
        for store in set.stores {
            guard let snapshot = snapshots.snapshot(of: store.number) else { continue }
            do throws(StoreError) {
                let summary = try snapshot.check { visit(store, $0) }
                summaries[store.name] = summary
                try checkOutgoing(summary, snapshots) { visit(store, $0) }
            } catch {
                throw CoordinatorError(error, in: store.number)
            }
        }
        return summaries
    }

    /// Reports the references out of a store that lead to no row of an open store, one by one, and those to stores that
    /// are not open, together.
    private func checkOutgoing(
        _ summary: StoreCheck.Summary, _ snapshots: MultiStoreSnapshot, _ visit: (StoreCheck.Finding) -> Void
    ) throws(StoreError) {
        var missing: Set<ObjectID> = []
        var unreachable: [StoreNumber: Int] = [:]
        for (object, count) in summary.outgoing {
            if snapshots.snapshot(of: object.store) != nil {
                missing.insert(object)
            } else {
                unreachable[object.store, default: 0] += count
            }
        }
        for (store, count) in unreachable.sorted(byNumber: \.key.rawValue) {
            visit(
                StoreCheck.Finding(
                    .unreachableReference, [.store: store.identifier?.uuidString, .count: String(count)]))
        }
        try rows(of: Array(missing), in: snapshots) { batch in
            for row in batch { missing.remove(row.objectID) }
            return true
        }
        for object in missing.sorted() {
            visit(
                StoreCheck.Finding(
                    .danglingReference,
                    [.object: object.description, .count: summary.outgoing[object].map(String.init)]))
        }
    }
}
