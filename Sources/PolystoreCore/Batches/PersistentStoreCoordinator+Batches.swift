import Foundation
import PolystoreModel
import PolystoreStorage
import Synchronization

extension PersistentStoreCoordinator {
    /// Runs a batch in one transaction over all stores that it may change.
    ///
    /// In one store its changes are written piece by piece, while the store takes no other save. Over several they are collected
    /// and saved as those of a context are; where other saves come between, it is run again.
    ///
    /// - Parameters:
    ///   - work: What is done.
    ///   - keepsIDs: Whether the result has IDs.
    ///   - context: The context of the request.
    /// - Returns: The result, once it is on disk.
    /// - Throws: `BatchError`, what the stores throw, `CancellationError`; nothing was changed then.
    func run(_ work: some BatchWork, keepsIDs: Bool, for context: ManagedObjectContext) throws -> BatchResult {
        let stores = try work.concernedStores
        if let absent = work.absentHome { throw absent }
        guard let first = stores.first else { throw CoordinatorError(.noHome, [.entity: work.entity.name]) }
        guard stores.count == 1 else { return try runCollected(work, keepsIDs: keepsIDs, for: context) }
        return try runStreamed(
            in: first, entity: work.entity, deletes: work.deletes, keepsIDs: keepsIDs, for: context,
            statement: work.runStatement
        ) { reader, target in try work.run(reader, into: target) }
    }

    /// Inserts rows, in one transaction over all stores that their values name.
    func insert(
        _ insertion: BatchInsertion, expected: Int?, policy: BatchConflictPolicy, keepsIDs: Bool,
        for context: ManagedObjectContext
    ) throws -> BatchResult {
        guard let store = try insertion.soleStore() else {
            return try insertCollected(insertion, policy: policy, keepsIDs: keepsIDs, for: context)
        }
        let count = try insertion.countAhead(expected)
        guard count > 0 else {
            return announced(BatchTally(keepsIDs: keepsIDs), [:], count: 0, keepsIDs: keepsIDs, context.changeOrigin)
        }
        let root = insertion.entity.rootNumber
        // Before the transaction, which the reservation would wait for.
        let keys = try store.writer.perform { store throws(StoreError) in
            try store.reserveKeys(root, count: count)
        }
        var unused = keys.lowerBound
        defer {
            if unused < keys.upperBound {
                let first = unused
                // Keys that cannot be given back are lost, and nothing else is.
                _ = try? store.writer.perform { store throws(StoreError) in try store.releaseKeys(root, from: first) }
            }
        }
        return try runStreamed(
            in: store, entity: insertion.entity, deletes: false, keepsIDs: keepsIDs, for: context
        ) { reader, target in
            let (count, next) = try insertion.run(into: store.number, keys, reader, target)
            unused = next
            return count
        }
    }

    /// The error of entities of which no open store holds the objects, although one did: an answer without them would not be
    /// true.
    func absentHome(among entities: [ModelEntity]) -> FetchError? {
        current?.routing.absentHome(among: entities).map {
            FetchError(.storeNotOpen, [.entity: $0.entity.name, .store: $0.stores])
        }
    }

    /// Refuses names that no open store has.
    ///
    /// - Throws: `CoordinatorError` with code `unknownStore`.
    func requireStores(named names: [String]) throws {
        guard let unknown = names.first(where: { store(named: $0) == nil }) else { return }
        throw CoordinatorError(
            .unknownStore, [.store: unknown, .expected: stores.map(\.name).joined(separator: ", ")])
    }

    private func runStreamed(
        in store: AttachedStore, entity: ModelEntity, deletes: Bool, keepsIDs: Bool, for context: ManagedObjectContext,
        statement: (any StatementStore, Bool) throws -> BatchStatement? = { _, _ in nil },
        _ body: (BatchReader, StreamedBatch) throws -> Int
    ) throws -> BatchResult {
        guard store.access == .readWrite else {
            throw CoordinatorError(.readOnly, [.store: store.name, .entity: entity.name])
        }
        if context.isCancelled() { throw CancellationError() }
        let start = ContinuousClock.now
        let (tally, commits, count) = try deletionLock.pass(deleting: deletes) {
            () throws -> (BatchTally, [StoreNumber: CommitNumber], Int) in
            defer {
                saveCount.add(1, ordering: .sequentiallyConsistent)
                generations.enforce()
            }
            let participation = try inStore(store) { () throws(StoreError) in
                try store.writer.participate(
                    until: Date(timeIntervalSinceNow: store.description.lockTimeout.seconds), besideCaller: true)
            }
            defer { participation.end() }
            let tracksIDs = keepsIDs || saves.isHeard
            if let done = try runStatement(participation, store, { try statement($0, tracksIDs) }) {
                var tally = BatchTally(keepsIDs: tracksIDs)
                tally.add(done)
                return (tally, try commit(tally, participation, store), done.count)
            }
            // Taken behind the writer: nothing is committed in the store from now on.
            let snapshots = try snapshot()
            let target = StreamedBatch(snapshots, store.number, participation, BatchTally(keepsIDs: tracksIDs))
            // What is under way ends before the transaction does; its error is not the first one.
            defer { _ = try? target.wait() }
            let count = try body(BatchReader(snapshots, for: context), target)
            try target.wait()
            return (target.tally, try commit(target.tally, participation, store), count)
        }
        trace(tally, count: count, store.name, since: start)
        return announced(tally, commits, count: count, keepsIDs: keepsIDs, context.changeOrigin)
    }

    /// Has a store do a batch by one statement, where it can.
    private func runStatement(
        _ participation: WriterParticipation, _ store: AttachedStore,
        _ body: (any StatementStore) throws -> BatchStatement?
    ) throws -> BatchStatement? {
        do {
            return try participation.statement(body)
        } catch let error as StoreError {
            throw CoordinatorError(error, in: store.number)
        }
    }

    /// Commits what a batch has done in a store; what changed nothing makes no commit.
    private func commit(
        _ tally: BatchTally, _ participation: WriterParticipation, _ store: AttachedStore
    ) throws -> [StoreNumber: CommitNumber] {
        guard tally.changed > 0 else { return [:] }
        participation.prepare()
        return try inStore(store) { () throws(StoreError) in
            _ = try participation.waitUntilPrepared()
            return [store.number: try commitBarrier.commit { () throws(StoreError) in try participation.commit() }]
        }
    }

    private func inStore<Result>(
        _ store: AttachedStore, _ body: () throws(StoreError) -> Result
    ) throws(CoordinatorError) -> Result {
        do throws(StoreError) { return try body() } catch { throw CoordinatorError(error, in: store.number) }
    }

    /// How often a batch over several stores is run when other saves come between.
    private static var attempts: Int { 16 }

    private func runCollected(
        _ work: some BatchWork, keepsIDs: Bool, for context: ManagedObjectContext
    ) throws -> BatchResult {
        var last: CoordinatorError?
        for _ in 0..<Self.attempts {
            let known = saveCount.load(ordering: .sequentiallyConsistent)
            let snapshots = try snapshot()
            let target = CollectedBatch(snapshots, context.changeOrigin)
            let count = try work.run(BatchReader(snapshots, for: context), into: target)
            do {
                return try save(target.changes, knownSaves: known, count: count, keepsIDs: keepsIDs, for: context)
            } catch let error as CoordinatorError where error.code == .conflict {
                guard error.conflicts.values.allSatisfy(\.uniqueness.isEmpty) else {
                    throw BatchError(notUnique: error)
                }
                last = error
            }
        }
        throw BatchError(.unresolved, [.entity: work.entity.name], cause: last)
    }

    private func insertCollected(
        _ insertion: BatchInsertion, policy: BatchConflictPolicy, keepsIDs: Bool, for context: ManagedObjectContext
    ) throws -> BatchResult {
        var known = saveCount.load(ordering: .sequentiallyConsistent)
        var pieces = try insertion.collect(BatchReader(try snapshot(), for: context))
        var last: CoordinatorError?
        for _ in 0..<Self.attempts {
            var changes = ChangeSet(origin: context.changeOrigin)
            for piece in pieces where !piece.isEmpty { changes[piece.store] = try piece.changes(self) }
            let count = pieces.reduce(0) { $0 + $1.items.count }
            do {
                return try save(changes, knownSaves: known, count: count, keepsIDs: keepsIDs, for: context)
            } catch let error as CoordinatorError where error.code == .conflict {
                last = error
                known = saveCount.load(ordering: .sequentiallyConsistent)
                let reader = BatchReader(try snapshot(), for: context)
                for index in pieces.indices {
                    guard let conflicts = error.conflicts[pieces[index].store], !conflicts.isEmpty else { continue }
                    var upsert = BatchUpsert(policy, reader)
                    try upsert.settle(conflicts, error, in: &pieces[index])
                }
            }
        }
        throw BatchError(.unresolved, [.entity: insertion.entity.name], cause: last)
    }

    private func save(
        _ changes: ChangeSet, knownSaves: Int, count: Int, keepsIDs: Bool, for context: ManagedObjectContext
    ) throws -> BatchResult {
        let commits: [StoreNumber: CommitNumber]
        var behind: CoordinatorError?
        do throws(CoordinatorError) {
            commits = try save(changes, knownSaves: knownSaves).commits
        } catch {
            guard error.code == .storeBehind else { throw error }
            (commits, behind) = (error.committed, error)
        }
        var tally = BatchTally(keepsIDs: keepsIDs || saves.isHeard)
        for (store, part) in changes { tally.add(part, in: store) }
        let result = announced(tally, commits, count: count, keepsIDs: keepsIDs, context.changeOrigin)
        // It was made all the same.
        if let behind { throw behind }
        return result
    }

    /// The result of a batch, of which contexts and live values have been told.
    private func announced(
        _ tally: BatchTally, _ commits: [StoreNumber: CommitNumber], count: Int, keepsIDs: Bool, _ origin: ChangeOrigin
    ) -> BatchResult {
        let event = tally.keepsIDs ? tally.event(origin, commits) : nil
        if let event, !event.isEmpty { saves.send(event) }
        return BatchResult(count: count, commits: commits, changes: keepsIDs ? event : nil)
    }

    private func trace(_ tally: BatchTally, count: Int, _ store: String, since start: ContinuousClock.Instant) {
        guard let receiver = trace?.receiver(of: .save) else { return }
        let text = "batch: \(count) objects, \(tally.changed) changes"
        receiver.receive(
            TraceEvent(.save, store: store, text, rows: tally.changed, duration: start.duration(to: .now)))
    }
}
