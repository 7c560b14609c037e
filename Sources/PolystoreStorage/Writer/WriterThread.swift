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
    let durability: Durability
    let commitBarrier: CommitBarrier
    let snapshots: SnapshotPool
    let willPublish: @Sendable () -> Void
    private let queue = ConditionLock(Queue())
    let lifecycle = Locked(StoreLifecycle())
    /// What the disk has, and what the store owes; see `WriterDebt`.
    let debt = Locked(WriterDebt())

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
        guard take() else { return nil }
        defer { release() }
        return try saveAlone(changes)
    }

    /// Makes the caller's thread the one that writes, until `release`; false when the writer is at work.
    func take() -> Bool {
        queue.update(waking: { queue in
            guard queue.jobs.isEmpty, !queue.isTaken, !queue.isStopped else { return (false, false) }
            queue.isTaken = true
            return (true, false)
        })
    }

    /// Gives the writer back that `take` gave.
    func release() {
        queue.update(waking: { queue in
            queue.isTaken = false
            return ((), !queue.jobs.isEmpty || queue.isStopped)
        })
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
            try begin(isLogged: false)
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

    func saveAlone(_ changes: StoreChanges) throws(StoreError) -> CommitNumber {
        try begin(isLogged: false)
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
