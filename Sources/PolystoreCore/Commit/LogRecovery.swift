import Foundation
import PolystoreChangeRecords
import PolystoreModel
import PolystoreStorage

/// Brings stores up to the saves that their commit log holds, before anything reads them.
struct LogRecovery {
    let log: CommitLog
    let model: ManagedObjectModel
    /// The durable stores that are open and of the log's domain, or known to the log as members.
    let stores: [AttachedStore]

    /// Makes what the stores lack; nothing is changed when one of them is out of step.
    ///
    /// - Returns: How many saves each store was brought up to, by name.
    /// - Throws: `outOfStep` with store, file and numbers; `commitLog` when an entry cannot be read or made.
    func run() throws(CoordinatorError) -> [String: Int] {
        try reporting { () throws(StoreError) in
            let plan = try plan()
            guard !plan.lacking.isEmpty else { return [:] }
            let lacking = plan.lacking.mapValues(Set.init)
            try log.entries { (entry) throws(StoreError) in
                let stores = stores.filter { lacking[$0.identifier]?.contains(entry.number) ?? false }
                if !stores.isEmpty { try redo(entry, in: stores) }
            }
            return Dictionary(uniqueKeysWithValues: stores.map { ($0.name, plan.lacking[$0.identifier]?.count ?? 0) })
        }
    }

    /// Refuses stores that lack saves and are open for reading only, unless a program commits through the log now: then they
    /// get them from it.
    ///
    /// - Parameter isHeld: Whether this program has the log for itself.
    /// - Throws: `needsRecovery` with the store; `outOfStep`, `commitLog`.
    func requireNothing(isHeld: Bool) throws(CoordinatorError) {
        try reporting { () throws(StoreError) in
            // Numbers of stores and a log that are written meanwhile are of different moments.
            if !isHeld, try log.isHeld { return }
            let plan = try plan()
            guard let store = stores.first(where: { plan.lacking[$0.identifier] != nil }) else { return }
            if !isHeld, try log.isHeld { return }
            throw StoreError(
                .behind,
                [
                    .store: store.name, .path: store.url?.path,
                    .reason:
                        "the commit log \(log.path) has a save that the store lacks; run 'polystore recover', or open "
                        + "the stores for writing once",
                ])
        }
    }

    private func plan() throws(StoreError) -> RecoveryPlan {
        var members: [RecoveryPlan.Member] = []
        for store in stores { members.append(try .init(store)) }
        return try RecoveryPlan(log, members)
    }

    private func reporting<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(CoordinatorError) -> Result {
        do throws(StoreError) { return try body() } catch {
            let code: CoordinatorError.Code =
                switch error.code {
                case .outOfStep: .outOfStep
                case .behind: .needsRecovery
                default: .commitLog
                }
            throw CoordinatorError(code, error.details, cause: error)
        }
    }

    /// Applies what an entry changes in some stores, in one commit each.
    private func redo(_ entry: CommitLogEntry, in lacking: [AttachedStore]) throws(StoreError) {
        var parts: [StoreNumber: [StoreChanges]] = [:]
        let commits = entry.participants.map { ($0.store, $0.commit) }
        let mark = JointMark(number: entry.number, commits: Dictionary(commits) { $1 })
        try log.changeSets(of: entry, as: model, for: stores.map(\.store)) { (record) throws(StoreError) in
            for store in lacking {
                guard var changes = record[store.number] else { continue }
                changes.joint = mark
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
