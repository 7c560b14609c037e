import Foundation
import PolystoreModel

/// The loop of a store's writer thread: takes jobs from the queue, one after another, until it is stopped.
///
/// A save that finds no writer at work and nothing waiting is done by its caller's thread instead, from begin to
/// commit: two switches between threads cost more than a small save. There is one writer at a time all the same.
///
/// It holds the store but not the `StoreWriter`, whose end stops it.
final class WriterThread: Sendable {
    private struct Queue {
        var jobs: [WriterJob] = []
        var isStopped = false
        var isRunning = false
        /// Whether there is a writer now: the thread, or a caller.
        var isTaken = false
    }

    let store: any PersistentStore
    let name: String
    private let durability: Durability
    private let commitBarrier: CommitBarrier
    private let snapshots: SnapshotPool
    private let willPublish: @Sendable () -> Void
    private let queue = ConditionLock(Queue())
    private let lifecycle = Locked(StoreLifecycle())

    /// How many saves share one transaction at most.
    static let largestGroup = 128

    init(
        _ store: any PersistentStore, name: String, durability: Durability, commitBarrier: CommitBarrier,
        snapshots: SnapshotPool,
        willPublish: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.name = name
        self.durability = durability
        self.commitBarrier = commitBarrier
        self.snapshots = snapshots
        self.willPublish = willPublish
    }

    /// Where the store is.
    var state: StoreLifecycle.State { lifecycle.withLock { $0.state } }

    /// Puts a job in the queue, unless the writer is stopped; the thread starts with the first one.
    func enqueue(_ job: WriterJob) -> Bool {
        let (isAccepted, starts) = queue.update { queue -> (Bool, Bool) in
            guard !queue.isStopped else { return (false, false) }
            queue.jobs.append(job)
            defer { queue.isRunning = true }
            return (true, !queue.isRunning)
        }
        if starts {
            let thread = Thread { self.run() }
            thread.name = "polystore \(name)"
            thread.start()
        }
        return isAccepted
    }

    /// Lets the thread end when its queue is empty.
    func stop() { queue.update { $0.isStopped = true } }

    /// Saves on the caller's thread; nil when the writer is at work, and the save has to wait its turn.
    func saveAtOnce(_ changes: StoreChanges) throws(StoreError) -> CommitNumber? {
        let isFree = queue.update(waking: { queue in
            guard queue.jobs.isEmpty, !queue.isTaken, !queue.isStopped else { return (false, false) }
            queue.isTaken = true
            return (true, false)
        })
        guard isFree else { return nil }
        defer {
            queue.update(waking: { queue in
                queue.isTaken = false
                return ((), !queue.jobs.isEmpty || queue.isStopped)
            })
        }
        return try saveAlone(changes)
    }

    private func run() {
        var isWriter = false
        while let jobs = next(giveUp: isWriter) {
            isWriter = true
            switch jobs[0] {
            case .save: save(jobs)
            case .work(let body): body(self)
            case .participation(let participation): participation.run(on: self)
            }
        }
    }

    /// Waits for the next job, nil when the writer is stopped; saves that wait one behind another come together.
    private func next(giveUp isWriter: Bool) -> [WriterJob]? {
        var isWriter = isWriter
        return queue.wait { queue -> [WriterJob]?? in
            if isWriter { queue.isTaken = false }
            isWriter = false
            if queue.jobs.isEmpty { return queue.isStopped ? .some(nil) : nil }
            if queue.isTaken { return nil }
            queue.isTaken = true
            var count = 0
            while count < queue.jobs.count, count < WriterThread.largestGroup, case .save = queue.jobs[count] {
                count += 1
            }
            let jobs = Array(queue.jobs.prefix(max(count, 1)))
            queue.jobs.removeFirst(jobs.count)
            return jobs
        } ?? nil
    }

    /// Commits saves in one transaction; each has its own savepoint and its own conflicts.
    ///
    /// What one of them asks for in vain, such as space, may cost the others the transaction: they get one each, then.
    private func save(_ jobs: [WriterJob]) {
        // Told only when the transaction has ended: a caller that looks at the store then finds it open.
        var saves: [(changes: StoreChanges, ticket: WriterTicket<CommitNumber>, refusal: StoreError?)] = []
        let outcome = Result { () throws(StoreError) in
            try begin()
            for case .save(let changes, let ticket) in jobs where ticket.start() {
                do throws(StoreError) {
                    try apply(changes)
                    saves.append((changes, ticket, nil))
                } catch {
                    saves.append((changes, ticket, error))
                }
            }
            guard saves.contains(where: { $0.refusal == nil }) else {
                rollback()
                return CommitNumber(0)
            }
            try prepare()
            return try commitBarrier.commit { () throws(StoreError) in try commit() }
        }
        if case .failure(let error) = outcome {
            // Unless the transaction began, no job was started yet.
            for case .save(_, let ticket) in jobs where ticket.start() { ticket.finish(.failure(error)) }
        }
        let triesAgain = saves.count > 1 && state == .open
        for (changes, ticket, refusal) in saves {
            let result = refusal.map(Result.failure) ?? outcome
            if triesAgain, case .failure(let error) = result, error.code != .conflict {
                ticket.finish(Result { () throws(StoreError) in try saveAlone(changes) })
            } else {
                ticket.finish(result)
            }
        }
    }

    private func saveAlone(_ changes: StoreChanges) throws(StoreError) -> CommitNumber {
        try begin()
        do throws(StoreError) {
            try apply(changes)
        } catch {
            rollback()
            throw error
        }
        try prepare()
        return try commitBarrier.commit { () throws(StoreError) in try commit() }
    }
}

// The steps of a transaction, each guarded by the lifecycle. An error is given the store's name.
extension WriterThread {
    func begin() throws(StoreError) {
        try step(.begin) { () throws(StoreError) in try store.begin(durability) }
    }

    func apply(_ changes: StoreChanges) throws(StoreError) {
        guard state == .writing else { throw named(StoreError(.failed)) }
        do throws(StoreError) {
            try store.apply(changes)
        } catch {
            if error.leavesStateUnknown { fail() }
            throw named(error)
        }
    }

    func prepare() throws(StoreError) {
        do throws(StoreError) {
            try step(.prepare) { () throws(StoreError) in try store.prepare() }
        } catch {
            rollback()
            throw error
        }
    }

    /// Commits; the caller holds the commit barrier.
    func commit() throws(StoreError) -> CommitNumber {
        // Idle snapshots would keep the store from taking back its log.
        willPublish()
        snapshots.drop()
        var number: CommitNumber = 0
        do throws(StoreError) {
            try step(.commit) { () throws(StoreError) in number = try store.commit() }
        } catch {
            rollback()
            throw error
        }
        willPublish()
        snapshots.drop()
        return number
    }

    /// Undoes the transaction, if there is one.
    func rollback() {
        let isNeeded = lifecycle.withLock { lifecycle in
            guard lifecycle.state == .writing || lifecycle.state == .prepared else { return false }
            do { try lifecycle.handle(.rollback) } catch { return false }
            return true
        }
        if isNeeded { store.rollback() }
    }

    /// Marks the store as failed: its state is unknown until it is reopened.
    func fail() {
        let wasWriting = lifecycle.withLock { lifecycle in
            let state = lifecycle.state
            // A closed store stays closed.
            do { try lifecycle.handle(.fail) } catch { return false }
            return state == .writing || state == .prepared
        }
        if wasWriting { store.rollback() }
        willPublish()
        snapshots.drop()
    }

    func close() throws(StoreError) {
        let wasClosed = state == .closed
        do throws(StoreError) {
            try lifecycle.withLock { lifecycle in
                Result { () throws(StoreError) in try lifecycle.handle(.close) }
            }.get()
        } catch {
            throw named(error)
        }
        stop()
        willPublish()
        snapshots.drop()
        guard !wasClosed else { return }
        do throws(StoreError) { try store.close() } catch { throw named(error) }
    }

    private func step(
        _ event: StoreLifecycle.Event, _ body: () throws(StoreError) -> Void
    ) throws(StoreError) {
        do throws(StoreError) {
            // The transition is tried on a copy first: it counts once the store did it.
            var probe = lifecycle.withLock { $0 }
            try probe.handle(event)
            try body()
            let next = probe
            lifecycle.withLock { $0 = next }
        } catch {
            if error.leavesStateUnknown { fail() }
            throw named(error)
        }
    }

    /// An error with the store's name in its details.
    func named(_ error: StoreError) -> StoreError {
        guard error.details[.store] == nil else { return error }
        var error = error
        error.details[.store] = name
        return error
    }
}
