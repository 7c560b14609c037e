import Foundation
import PolystoreModel
import PolystoreStorage
import Synchronization

extension PersistentStoreCoordinator {
    /// Saves changes to one or several stores, all or nothing as far as nothing fails between two commits.
    ///
    /// The changes of one store alone share a transaction with other saves of that store. For several, the writers are
    /// taken in the order of the stores' UUIDs with a deadline; all begin, apply and prepare; then all commit under the
    /// commit barrier, volatile stores last.
    ///
    /// - Parameters:
    ///   - changes: What is saved, by store.
    ///   - knownSaves: How many saves there were that the caller knows of: when there were others, links are checked that
    ///     those may have broken. Nil means that the caller answers for its links.
    /// - Returns: The commits, once they are as durable as the stores promise.
    /// - Throws: `conflict` with the conflicts of all stores, `readOnly`, `unknownStore` or `store`, with nothing
    ///   written; `partlyCommitted` when one store committed and another one failed.
    package func save(
        _ changes: ChangeSet, knownSaves: Int? = nil
    ) throws(CoordinatorError) -> CommitReceipt {
        let deletes = changes.values.contains { !$0.deletes.isEmpty }
        return try deletionLock.pass(deleting: deletes) { () throws(CoordinatorError) in
            // Counted whatever comes of it: some of a save that failed may have been committed.
            defer {
                saveCount.add(1, ordering: .sequentiallyConsistent)
                pins.enforce()
            }
            guard let knownSaves, saveCount.load(ordering: .sequentiallyConsistent) != knownSaves else {
                return try commit(changes)
            }
            return try commit(try checkedLinks(changes))
        }
    }

    /// The changes, with the removal of pairs that other contexts have added to what is deleted.
    private func checkedLinks(
        _ changes: ChangeSet
    ) throws(CoordinatorError) -> ChangeSet {
        let check: LinkConflictCheck
        do throws(StoreError) {
            check = try LinkConflictCheck(changes, self, try snapshot())
        } catch {
            throw CoordinatorError(error, in: .none)
        }
        guard check.conflicts.isEmpty else { throw CoordinatorError(.conflict, conflicts: check.conflicts) }
        return check.changes
    }

    private func commit(_ changes: ChangeSet) throws(CoordinatorError) -> CommitReceipt {
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
        return try tracedSave(parts) { () throws(CoordinatorError) in
            guard parts.count == 1 else { return try JointSave(parts, commitBarrier: commitBarrier).run() }
            do throws(StoreError) {
                return CommitReceipt(only.store.number, try only.store.writer.save(only.changes))
            } catch {
                throw CoordinatorError(error, in: only.store.number)
            }
        }
    }
}
