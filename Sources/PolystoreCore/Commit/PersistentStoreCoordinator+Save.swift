import Foundation
import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// Saves changes to one or several stores, all or nothing as far as nothing fails between two commits.
    ///
    /// The changes of one store alone share a transaction with other saves of that store. For several, the writers are
    /// taken in the order of the stores' UUIDs with a deadline; all begin, apply and prepare; then all commit under the
    /// latch, volatile stores last.
    ///
    /// - Returns: The commits, once they are as durable as the stores promise.
    /// - Throws: `conflict` with the conflicts of all stores, `readOnly`, `unknownStore` or `store`, with nothing
    ///   written; `partlyCommitted` when one store committed and another one failed.
    package func save(_ changes: [StoreNumber: StoreChanges]) throws(CoordinatorError) -> CommitReceipt {
        var parts: [(store: AttachedStore, changes: StoreChanges)] = []
        for (number, changes) in changes where !changes.isEmpty {
            guard let store = store(number) else {
                throw CoordinatorError(.unknownStore, [.store: number.identifier?.uuidString])
            }
            guard store.access == .readWrite else {
                throw CoordinatorError(.readOnly, [.store: store.name, .entity: changes.firstEntity])
            }
            parts.append((store, changes))
        }
        guard let only = parts.first else { return CommitReceipt(commits: [:]) }
        if parts.count == 1 {
            do throws(StoreError) {
                return CommitReceipt(commits: [only.store.number: try only.store.writer.save(only.changes)])
            } catch {
                throw CoordinatorError(error, in: only.store.number)
            }
        }
        return try JointSave(parts, latch: latch).run()
    }
}
