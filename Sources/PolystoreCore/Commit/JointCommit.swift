import Foundation
import PolystoreChangeRecords
import PolystoreModel
import PolystoreStorage

/// One commit over several stores, of one save or of several over the same stores.
///
/// All begin, apply and prepare; then one thing decides: the entry in the commit log where two stores or more are durable, the
/// commit of the durable one where it is alone. Of several durable stores exactly one of which prepares transactions, the
/// commit of that one decides, behind an entry that says so; where several prepare, each has its transaction on the disk
/// under a name before the entry decides. Then all commit and become visible together. A store that fails behind the
/// decision makes up for it: it serves nothing until it did.
struct JointCommit {
    let stores: [AttachedStore]
    let commitBarrier: CommitBarrier
    /// The log, where two stores or more are durable.
    let log: CommitLog?
    /// The stores of the coordinator: those that are behind lack saves which this one is made after.
    let openStores: [AttachedStore]
    /// Told of each step.
    let observe: (JointStep) -> Void

    /// The place of the store whose own commit decides, behind an entry of the log.
    private var decider: Int? {
        guard log != nil else { return nil }
        let preparing = stores.indices.filter { stores[$0].isPreparing }
        return preparing.count == 1 ? preparing[0] : nil
    }

    /// Commits saves and tells each how it ended.
    ///
    /// A save with conflicts is left out. What another asks for in vain, such as space, may cost the others the transaction:
    /// they get one each, then.
    func run(_ saves: [JointSave]) {
        var saves = saves
        while !saves.isEmpty {
            do throws(CoordinatorError) {
                let refused = try attempt(saves)
                guard !refused.isEmpty else { return }
                for (save, error) in refused { save.finish(.failure(error)) }
                saves.removeAll { $0.result != nil }
            } catch {
                guard saves.count > 1, !error.leavesStateUnknown, error.code != .storeBehind else {
                    return saves.forEach { $0.finish(.failure(error)) }
                }
                return saves.forEach { run([$0]) }
            }
        }
    }

    /// Commits all saves, or none and returns those that were refused.
    private func attempt(
        _ saves: [JointSave]
    ) throws(CoordinatorError) -> [(save: JointSave, error: CoordinatorError)] {
        var taken: [WriterParticipation] = []
        // Held to the end: no store has a later save than this one while another one lacks it.
        defer { for participation in taken { participation.end() } }
        try begin(&taken, until: saves.map(\.deadline).max() ?? Date())
        let mark = try mark()
        var refused: [(save: JointSave, error: CoordinatorError)] = []
        for save in saves {
            do throws(CoordinatorError) { try apply(save, taken, mark) } catch {
                guard error.code == .conflict else { throw error }
                refused.append((save, error))
            }
        }
        // Some stores may have taken what others refused.
        guard refused.isEmpty else { return refused }
        let commits = try prepare(taken, mark.flatMap(transaction))
        try decideAndCommit(saves, taken, commits, mark)
        let receipt = CommitReceipt(commits: commits)
        for save in saves { save.finish(.success(receipt)) }
        return []
    }

    /// The name of a save's parts in stores that prepare.
    private func transaction(_ mark: JointMark) -> JointTransaction? {
        log.map { JointTransaction(log: $0.identifier, number: mark.number) }
    }

    private func begin(_ taken: inout [WriterParticipation], until deadline: Date) throws(CoordinatorError) {
        for store in stores {
            do throws(StoreError) {
                let (isLogged, waits) = (log != nil && store.isRedoable, log != nil && store.isPreparing)
                taken.append(try store.writer.participate(until: deadline, isLogged: isLogged, waits: waits))
            } catch {
                throw CoordinatorError(error, in: store.number)
            }
        }
    }

    /// What the save leaves in each store: its number, greater than those of all earlier saves of these stores, and the commits
    /// that it makes; nil without a log.
    ///
    /// A store keeps the mark of its last save only. So the mark names the commits as well that stores outside of the save
    /// still have to make: readers in other processes wait for them.
    private func mark() throws(CoordinatorError) -> JointMark? {
        guard let log else { return nil }
        var mark = JointMark(number: log.nextNumber())
        for store in stores where store.isDurable {
            do throws(StoreError) { mark.commits[store.identifier] = try store.store.newestCommit() + 1 } catch {
                throw CoordinatorError(error, in: store.number)
            }
        }
        for store in openStores where store.isDurable && mark.commits[store.identifier] == nil {
            mark.commits[store.identifier] = store.writer.lastOwedCommit
        }
        return mark
    }

    /// Applies a save in all stores at once and waits for all, so that the conflicts of all are known.
    private func apply(
        _ save: JointSave, _ taken: [WriterParticipation], _ mark: JointMark?
    ) throws(CoordinatorError) {
        for (part, participation) in zip(save.parts, taken) {
            var changes = part.changes
            if part.store.isDurable { changes.joint = mark }
            participation.apply(changes)
        }
        var conflicts: [StoreNumber: StoreConflicts] = [:]
        var failure: CoordinatorError?
        for (store, participation) in zip(stores, taken) {
            do throws(StoreError) {
                try participation.waitUntilApplied()
            } catch {
                if let found = error.conflicts { conflicts[store.number] = found }
                // What is no conflict stands in the way even when all conflicts are resolved.
                if failure == nil || failure?.code == .conflict && error.code != .conflict {
                    failure = CoordinatorError(error, in: store.number)
                }
            }
        }
        guard let failure else { return }
        guard failure.code == .conflict else { throw failure }
        throw CoordinatorError(.conflict, failure.details, cause: failure.cause, conflicts: conflicts)
    }

    /// Prepares all stores, and then, with a name, those that prepare under one: a store that is refused costs them nothing.
    ///
    /// - Returns: The numbers that the commits will have.
    private func prepare(
        _ taken: [WriterParticipation], _ transaction: JointTransaction?
    ) throws(CoordinatorError) -> [StoreNumber: CommitNumber] {
        let decider = decider
        let named = transaction == nil || decider != nil ? [] : stores.indices.filter { stores[$0].isPreparing }
        let plain = stores.indices.filter { !named.contains($0) }
        for place in plain {
            if let transaction, place == decider {
                taken[place].prepare(deciding: transaction)
            } else {
                taken[place].prepare()
            }
        }
        var commits: [StoreNumber: CommitNumber] = [:]
        try waitUntilPrepared(taken, plain, &commits)
        guard let transaction else { return commits }
        for place in named { taken[place].prepare(as: transaction) }
        try waitUntilPrepared(taken, named, &commits)
        return commits
    }

    private func waitUntilPrepared(
        _ taken: [WriterParticipation], _ places: [Int], _ commits: inout [StoreNumber: CommitNumber]
    ) throws(CoordinatorError) {
        var failure: CoordinatorError?
        for place in places {
            do throws(StoreError) {
                commits[stores[place].number] = try taken[place].waitUntilPrepared()
            } catch {
                failure = failure ?? CoordinatorError(error, in: stores[place].number)
            }
        }
        if let failure { throw failure }
    }

    private func decideAndCommit(
        _ saves: [JointSave], _ taken: [WriterParticipation], _ commits: [StoreNumber: CommitNumber],
        _ mark: JointMark?
    ) throws(CoordinatorError) {
        observe(.prepared)
        if let log, let mark {
            do throws(StoreError) {
                let durable = stores.filter(\.isDurable)
                let participants = durable.map {
                    CommitLogEntry.Participant(store: $0.identifier, commit: commits[$0.number] ?? 0)
                }
                let position = try log.append(
                    mark.number, participants, saves.map { $0.record(commits) },
                    decidedBy: decider.map { stores[$0].identifier })
                observe(.appended)
                try log.synchronize(position)
                observe(decider == nil ? .decided : .announced)
            } catch {
                throw undecided(error, taken)
            }
        }
        try commitBarrier.commit { () throws(CoordinatorError) in
            try commit(saves, taken, commits, mark)
        }
    }

    /// The error of a save whose entry is not in the log, or not for certain.
    private func undecided(_ error: StoreError, _ taken: [WriterParticipation]) -> CoordinatorError {
        guard error.code == .failed else { return CoordinatorError(.commitLog, error.details, cause: error) }
        fail(Array(zip(stores, taken)))
        return CoordinatorError(.unknownOutcome, [.path: log?.path], cause: error)
    }

    /// Fails durable stores: whether a save was made shows when they are opened anew, and none may go on as if it was not, and
    /// give its commit's number to another save.
    private func fail(_ rest: [(AttachedStore, WriterParticipation)]) {
        for (store, participation) in rest where store.isDurable { participation.fail() }
    }

    /// Commits in all stores: first in the one that decides, if one does, and in volatile ones last.
    private func commit(
        _ saves: [JointSave], _ taken: [WriterParticipation], _ commits: [StoreNumber: CommitNumber],
        _ mark: JointMark?
    ) throws(CoordinatorError) {
        let decider = decider
        var order = stores.indices.filter { stores[$0].isDurable && $0 != decider }
        order += stores.indices.filter { stores[$0].isVolatile }
        if let decider { order.insert(decider, at: 0) }
        // Without a log the first commit decides.
        var isDecided = log != nil && decider == nil
        var failure: (store: AttachedStore, error: StoreError)?
        for (place, index) in order.enumerated() {
            let store = stores[index]
            do throws(StoreError) {
                _ = try taken[index].commit()
                if index == decider { observe(.decided) }
                isDecided = true
                observe(.committed(store.number))
            } catch {
                guard isDecided else {
                    guard index == decider, error.leavesStateUnknown else {
                        throw CoordinatorError(error, in: store.number)
                    }
                    fail(order[(place + 1)...].map { (stores[$0], taken[$0]) })
                    throw CoordinatorError(.unknownOutcome, [.store: store.name, .path: log?.path], cause: error)
                }
                let commit = commits[store.number] ?? 0
                if let named = mark.flatMap(transaction), store.isPreparing {
                    store.writer.owe(commit, named)
                } else {
                    store.writer.owe(commit, Self.redo(saves, index, mark))
                }
                failure = failure ?? (store, error)
            }
        }
        guard let failure else { return }
        throw CoordinatorError(
            .storeBehind, [.store: failure.store.name, .path: failure.store.url?.path], cause: failure.error,
            committed: commits)
    }

    /// What makes up for a commit in the store of a place.
    private static func redo(_ saves: [JointSave], _ index: Int, _ mark: JointMark?) -> StoreWriter.Redo {
        { (apply) throws(StoreError) in
            for save in saves {
                let part = save.parts[index]
                var changes = part.changes
                if part.store.isDurable { changes.joint = mark }
                try apply(changes)
            }
        }
    }
}
