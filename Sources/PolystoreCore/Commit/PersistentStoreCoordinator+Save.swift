import Foundation
import PolystoreModel
import PolystoreStorage
import Synchronization

extension PersistentStoreCoordinator {
    /// Saves changes to one or several stores, all or nothing (P2).
    ///
    /// The changes of one store alone share a transaction with other saves of that store. For several, the writers are
    /// taken in the order of the stores' UUIDs with a deadline; all begin, apply and prepare; one entry in the commit log
    /// decides; then all commit under the commit barrier, volatile stores last. Saves over the same stores share all of it.
    ///
    /// - Parameters:
    ///   - changes: What is saved, by store.
    ///   - knownSaves: How many saves there were that the caller knows of: when there were others, links are checked that
    ///     those may have broken. Nil means that the caller answers for its links.
    /// - Returns: The commits, once they are as durable as the stores promise.
    /// - Throws: `conflict` with the conflicts of all stores, `readOnly`, `unknownStore` or `store`, with nothing
    ///   written; `storeBehind` when the save was made and a store has yet to catch up with it; `unknownOutcome` when that shows
    ///   when the stores are opened anew; `commitLog` when the log cannot be used.
    package func save(
        _ changes: ChangeSet, knownSaves: Int? = nil
    ) throws(CoordinatorError) -> CommitReceipt {
        let deletes = changes.values.contains { !$0.deletes.isEmpty }
        return try deletionLock.pass(deleting: deletes) { () throws(CoordinatorError) in
            // Counted whatever comes of it: some of a save that failed may have been committed.
            defer {
                saveCount.add(1, ordering: .sequentiallyConsistent)
                generations.enforce()
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
        var parts: [JointSave.Part] = []
        for (number, part) in changes where !part.isEmpty {
            guard let store = store(number) else {
                throw CoordinatorError(.unknownStore, [.store: number.identifier?.uuidString])
            }
            guard store.access == .readWrite else {
                throw CoordinatorError(.readOnly, [.store: store.name, .entity: part.firstEntity])
            }
            parts.append(.init(store: store, changes: part))
        }
        guard let only = parts.first else { return CommitReceipt(commits: [:]) }
        return try tracedSave(parts) { () throws(CoordinatorError) in
            guard parts.count == 1 else { return try commitJointly(JointSave(parts, of: changes)) }
            do throws(StoreError) {
                return CommitReceipt(only.store.number, try only.store.writer.save(only.changes))
            } catch {
                throw CoordinatorError(error, in: only.store.number)
            }
        }
    }

    private func commitJointly(_ save: JointSave) throws(CoordinatorError) -> CommitReceipt {
        try joint.queue.run(save) { saves in
            let stores = save.parts.map(\.store)
            let durable = stores.filter(\.isDurable)
            do throws(CoordinatorError) {
                if durable.count > 1 { try requireJointCommits(durable) }
                let log = durable.count > 1 ? try commitLog(for: durable) : nil
                joint.gate.commit {
                    if log != nil { joint.state.withLock { $0.concerned.formUnion(durable.map(\.identifier)) } }
                    JointCommit(
                        stores: stores, commitBarrier: commitBarrier, log: log, openStores: self.stores,
                        observe: joint.observe
                    ).run(saves)
                }
                if let log { emptyLogIfLarge(log) }
            } catch {
                saves.forEach { $0.finish(.failure(error)) }
            }
        }
    }

    /// Refuses stores that commit by themselves only.
    private func requireJointCommits(_ stores: [AttachedStore]) throws(CoordinatorError) {
        guard let store = stores.first(where: { $0.capabilities.jointCommit == .none }) else { return }
        throw CoordinatorError(
            StoreError(
                .unsupported,
                [.store: store.name, .reason: "stores of type '\(store.typeName)' commit by themselves only"]),
            in: store.number)
    }
}
