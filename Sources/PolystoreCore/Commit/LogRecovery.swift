import Foundation
import PolystoreChangeRecords
import PolystoreModel
import PolystoreStorage

/// Brings stores up to the saves that their commit log holds, before anything reads them.
///
/// What a store has prepared and nobody finished is committed where the log has its entry, and otherwise rolled back, because
/// it was never decided.
struct LogRecovery {
    let log: CommitLog
    let model: ManagedObjectModel
    /// The durable stores that are open and of the log's domain, or known to the log as members.
    let stores: [AttachedStore]
    /// All stores that are open: among them are those whose commits decide entries.
    let deciders: [AttachedStore]

    /// Makes what the stores lack; nothing is changed when one of them is out of step.
    ///
    /// - Returns: How many saves each store was brought up to, by name.
    /// - Throws: `outOfStep` with store, file and numbers; `commitLog` when an entry cannot be read or made.
    func run() throws(CoordinatorError) -> [String: Int] {
        try reporting { () throws(StoreError) in
            let plan = try plan { (entry) throws(StoreError) in try isMade(entry) }
            let lacking = plan.lacking.mapValues(Set.init)
            if !lacking.isEmpty {
                try log.entries { (entry) throws(StoreError) in
                    let stores = stores.filter { lacking[$0.identifier]?.contains(entry.number) ?? false }
                    if !stores.isEmpty { try redo(entry, in: stores) }
                }
            }
            var made: [String: Int] = [:]
            for store in stores {
                let redone = lacking[store.identifier]?.count ?? 0
                made[store.name] = try store.isPreparing ? finishPrepared(of: store) : redone
            }
            return made.values.contains { $0 > 0 } ? made : [:]
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
            // A save that another store decides may be lacking.
            let plan = try plan { _ in true }
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

    private func plan(
        _ isMade: (CommitLogEntry) throws(StoreError) -> Bool
    ) throws(StoreError) -> RecoveryPlan {
        var members: [RecoveryPlan.Member] = []
        for store in stores { members.append(try .init(store)) }
        return try RecoveryPlan(log, members, isMade: isMade)
    }

    /// Whether the save of an entry was made that a store's commit decides.
    private func isMade(_ entry: CommitLogEntry) throws(StoreError) -> Bool {
        guard let identifier = entry.decider else { return true }
        guard let store = deciders.first(where: { $0.identifier == identifier && $0.isPreparing }) else {
            throw StoreError(
                .missing,
                [
                    .path: log.path, .store: log.header.member(identifier)?.name ?? identifier.uuidString,
                    .reason: "whether a save of the commit log was made only this store knows, and it is not open",
                ])
        }
        let transaction = JointTransaction(log: log.identifier, number: entry.number)
        return try store.writer.perform { (store) throws(StoreError) in
            try (store as? any PreparingStore)?.settleDecision(transaction) ?? false
        }
    }

    /// Ends the transactions that a store has prepared and that nobody finished.
    ///
    /// - Returns: How many were committed.
    private func finishPrepared(of store: AttachedStore) throws(StoreError) -> Int {
        let log = log.identifier
        let prepared = try store.writer.perform { (store) throws(StoreError) in
            try (store as? any PreparingStore)?.preparedTransactions(of: log) ?? []
        }
        guard !prepared.isEmpty else { return 0 }
        var decided: Set<JointNumber> = []
        try self.log.entries { entry in
            if entry.decider == nil, entry.commit(of: store.identifier) != nil { decided.insert(entry.number) }
        }
        for transaction in prepared.sorted(byNumber: \.number) {
            try store.writer.finish(transaction, commits: decided.contains(transaction.number))
        }
        return prepared.count(where: { decided.contains($0.number) })
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
            store.writer.owe(entry.commit(of: store.identifier) ?? 0) { (apply) throws(StoreError) in
                for part in changes { try apply(part) }
            }
            try store.writer.catchUp()
        }
    }
}
