import Foundation
import PolystoreChangeRecords
import PolystoreModel
import PolystoreStorage

/// Brings stores up to the saves that their commit log holds, before anything reads them.
///
/// A store has made an entry when the number of its last commit is the entry's or greater. Numbers are contiguous: a store
/// whose number is less than the one before lacks commits that no log has, so it is an older copy.
struct LogRecovery {
    let log: CommitLog
    let model: ManagedObjectModel
    /// The durable stores of the log's domain that are open.
    let stores: [AttachedStore]

    /// What recovery did.
    struct Outcome: Sendable {
        /// How many saves each store was brought up to.
        var redone: [String: Int] = [:]
    }

    /// Makes what the stores lack.
    ///
    /// - Throws: `outOfStep` with store, file and numbers; `commitLog` when an entry cannot be read or made.
    func run() throws(CoordinatorError) -> Outcome {
        var outcome = Outcome()
        do throws(StoreError) {
            var commits: [UUID: CommitNumber] = [:]
            for store in stores {
                commits[store.identifier] = try store.store.newestCommit()
                try checkStep(of: store)
            }
            try log.entries { (entry) throws(StoreError) in
                var lacking: [AttachedStore] = []
                for store in stores {
                    guard let commit = entry.commit(of: store.identifier), let has = commits[store.identifier],
                        has < commit
                    else { continue }
                    guard has + 1 == commit else { throw outOfStep(store, has: has, needs: commit - 1) }
                    lacking.append(store)
                }
                guard !lacking.isEmpty else { return }
                try redo(entry, in: lacking)
                for store in lacking {
                    commits[store.identifier] = entry.commit(of: store.identifier)
                    outcome.redone[store.name, default: 0] += 1
                }
            }
        } catch {
            if error.code == .outOfStep { throw CoordinatorError(.outOfStep, error.details, cause: error) }
            throw CoordinatorError(.commitLog, error.details, cause: error)
        }
        return outcome
    }

    /// Refuses stores that lack saves and are open for reading only, unless a program commits through the log now: then they
    /// get them from it.
    ///
    /// - Parameter isHeld: Whether this program has the log for itself.
    /// - Throws: `needsRecovery` with the store; `outOfStep`, `commitLog`.
    func requireNothing(isHeld: Bool) throws(CoordinatorError) {
        do throws(StoreError) {
            for store in stores {
                let commit = try store.store.newestCommit()
                var lacks = false
                try log.entries { lacks = lacks || $0.commit(of: store.identifier).map { commit < $0 } ?? false }
                guard lacks else { continue }
                if !isHeld, try log.isHeld { continue }
                throw StoreError(.behind, [.store: store.name, .path: store.url?.path])
            }
        } catch {
            guard error.code == .behind else { throw CoordinatorError(.commitLog, error.details, cause: error) }
            throw CoordinatorError(
                .needsRecovery,
                [
                    .store: error.details[.store], .path: error.details[.path],
                    .reason:
                        "the commit log \(log.path) has a save that the store lacks; open the stores for writing once",
                ], cause: error)
        }
    }

    /// Refuses a store that is older than when the log was last emptied, or that has a save that the log never had.
    private func checkStep(of store: AttachedStore) throws(StoreError) {
        let metadata = try store.metadata
        if let member = log.header.member(store.identifier), metadata.watermark < member.commit {
            throw outOfStep(store, has: metadata.watermark, needs: member.commit)
        }
        guard let joint = metadata.joint, metadata.domain?.isOpen ?? false, joint > log.lastNumber else { return }
        throw StoreError(
            .outOfStep,
            [
                .store: store.name, .path: store.url?.path,
                .reason: "it has save \(joint) over several stores, and the commit log \(log.path) ends with "
                    + "\(log.lastNumber): the log is an older copy; put back the log that belongs to the store, or all "
                    + "stores and the log of one backup",
            ])
    }

    private func outOfStep(_ store: AttachedStore, has: CommitNumber, needs: CommitNumber) -> StoreError {
        StoreError(
            .outOfStep,
            [
                .store: store.name, .path: store.url?.path, .found: "\(has)", .expected: "\(needs)",
                .reason:
                    "its last commit is \(has), and the commit log \(log.path) knows of \(needs): the file is an older "
                    + "copy; put back the one that belongs to the log, or all stores and the log of one backup, or take the "
                    + "store out of the log with 'polystore store detach'",
            ])
    }

    /// Applies what an entry changes in some stores, in one commit each.
    private func redo(_ entry: CommitLogEntry, in lacking: [AttachedStore]) throws(StoreError) {
        var parts: [StoreNumber: [StoreChanges]] = [:]
        try log.changeSets(of: entry, as: model, for: stores.map(\.store)) { (record) throws(StoreError) in
            for store in lacking {
                guard var changes = record[store.number] else { continue }
                changes.joint = entry.number
                parts[store.number, default: []].append(changes)
            }
        }
        for store in lacking {
            let changes = parts[store.number] ?? []
            store.writer.owe { (apply) throws(StoreError) in for part in changes { try apply(part) } }
            try store.writer.catchUp()
        }
    }
}
