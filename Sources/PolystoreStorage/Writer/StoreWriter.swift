import Foundation
import PolystoreModel

/// The one writer of a store: a thread of its own, or that of a caller that finds it idle; on that one thread
/// everything from begin to commit or rollback happens.
///
/// Calls block until the work is done. Saves that wait one behind another share one transaction and one sync, each with
/// its own savepoint and its own conflicts. No user code runs on the thread.
public final class StoreWriter: Sendable {
    private let thread: WriterThread
    /// How long a call waits for its turn.
    public let timeout: Duration

    /// Makes the writer of a store; the thread starts with the first work.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - name: The store's name, for messages.
    ///   - durability: What committed saves survive.
    ///   - timeout: How long a call waits for its turn.
    ///   - commitBarrier: What commits are published under.
    ///   - snapshots: The store's shared snapshots, dropped at each commit.
    ///   - willPublish: Called on the writer thread around each commit, to let go of what shows an older one.
    public init(
        _ store: any PersistentStore, name: String, durability: Durability, timeout: Duration,
        commitBarrier: CommitBarrier,
        snapshots: SnapshotPool, willPublish: @escaping @Sendable () -> Void = {}
    ) {
        self.timeout = timeout
        thread = WriterThread(
            store, name: name, durability: durability, commitBarrier: commitBarrier, snapshots: snapshots,
            willPublish: willPublish)
    }

    deinit { thread.stop() }

    /// Where the store is.
    public var state: StoreLifecycle.State { thread.state }

    /// Saves changes of this store alone, together with others that wait.
    ///
    /// - Returns: The commit that the changes are part of.
    /// - Throws: `conflict` for the save's own conflicts; `timeout` when its turn did not come; `failed`, `closed`.
    public func save(_ changes: StoreChanges) throws(StoreError) -> CommitNumber {
        try save(changes, until: deadline)
    }

    /// Saves what a coordinator keeps in the store about it, which waits for its turn as `perform` does.
    package func note(_ changes: StoreChanges) throws(StoreError) -> CommitNumber {
        try save(changes, until: ownDeadline)
    }

    private func save(_ changes: StoreChanges, until deadline: Date) throws(StoreError) -> CommitNumber {
        if let commit = try thread.saveAtOnce(changes) { return commit }
        let ticket = WriterTicket<CommitNumber>()
        guard thread.enqueue(.save(changes, ticket)) else { throw thread.named(StoreError(.closed)) }
        return try ticket.wait(until: deadline) { thread.named(StoreError(.timeout)) }
    }

    /// Runs a closure as the writer, outside of any transaction.
    ///
    /// What is done for a store, and is no caller's save, waits for its turn for some seconds, however little patience saves
    /// have.
    ///
    /// - Throws: The closure's error; `timeout`, `failed`, `closed`.
    public func perform<Value: Sendable>(
        _ body: @escaping @Sendable (any PersistentStore) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        if thread.take() {
            defer { thread.release() }
            return try StoreWriter.run(body, on: thread).get()
        }
        let ticket = WriterTicket<Value>()
        let isAccepted = thread.enqueue(
            .work { thread in
                guard ticket.start() else { return }
                ticket.finish(StoreWriter.run(body, on: thread))
            })
        guard isAccepted else { throw thread.named(StoreError(.closed)) }
        return try ticket.wait(until: ownDeadline) { thread.named(StoreError(.timeout)) }
    }

    /// Runs a closure on the writer thread, outside of any transaction, and waits for nothing.
    ///
    /// - Parameters:
    ///   - body: What to do.
    ///   - completion: Called on the writer thread with the outcome.
    public func enqueue<Value: Sendable>(
        _ body: @escaping @Sendable (any PersistentStore) throws(StoreError) -> Value,
        completion: @escaping @Sendable (Result<Value, StoreError>) -> Void
    ) {
        let isAccepted = thread.enqueue(.work { thread in completion(StoreWriter.run(body, on: thread)) })
        if !isAccepted { completion(.failure(thread.named(StoreError(.closed)))) }
    }

    /// Takes the writer for a save over several stores and begins.
    ///
    /// - Parameters:
    ///   - deadline: When to give up.
    ///   - isLogged: Whether the commit log will have what is committed, so that the commit need not wait for the disk.
    ///   - waits: Whether the commit waits for the disk, even where the store's own saves do not.
    ///   - besideCaller: Whether the writer's thread does the work in any case, so that the caller can go on meanwhile.
    /// - Returns: The store's part, to be ended with `end` by the thread that has it.
    /// - Throws: `timeout` when its turn did not come; `behind`, `failed`, `closed`.
    public func participate(
        until deadline: Date, isLogged: Bool = false, waits: Bool = false, besideCaller: Bool = false
    ) throws(StoreError) -> WriterParticipation {
        if !besideCaller, thread.take() { return try WriterParticipation(isLogged: isLogged, waits: waits, on: thread) }
        let participation = WriterParticipation(isLogged: isLogged, waits: waits)
        guard thread.enqueue(.participation(participation)) else { throw thread.named(StoreError(.closed)) }
        _ = try participation.begun.wait(until: deadline) { thread.named(StoreError(.timeout)) }
        return participation
    }

    /// What applies a save that was decided: it hands the changes to a transaction, in their order.
    public typealias Redo =
        @Sendable (_ apply: (StoreChanges) throws(StoreError) -> Void) throws(StoreError) -> Void

    /// Has the store make up for a save that was decided and that it could not commit.
    ///
    /// Until it did, it takes no other save, and reading it is refused.
    ///
    /// - Parameters:
    ///   - commit: The number of the commit that the save was to have.
    ///   - redo: Applies the save.
    public func owe(_ commit: CommitNumber, _ redo: @escaping Redo) {
        thread.debt.withLock { $0.owed.append(.init(commit: commit, what: .changes(redo))) }
    }

    /// Has the store commit a prepared transaction that was decided and that it could not commit; as above.
    public func owe(_ commit: CommitNumber, _ transaction: JointTransaction) {
        thread.debt.withLock { $0.owed.append(.init(commit: commit, what: .prepared(transaction))) }
    }

    /// Commits a prepared transaction that an ended process left, or rolls it back.
    ///
    /// - Throws: What the store throws; `failed`, `closed`.
    public func finish(_ transaction: JointTransaction, commits: Bool) throws(StoreError) {
        try onWriter { (thread) throws(StoreError) in try thread.finish(transaction, commits: commits) }
    }

    /// Whether the store lacks a save that was decided.
    public var isBehind: Bool { thread.isBehind }

    /// The last commit that the store lacks of those that were decided; nil where it lacks none.
    package var lastOwedCommit: CommitNumber? { thread.debt.withLock { $0.owed.last?.commit } }

    /// Makes up for what the store owes.
    ///
    /// - Throws: `behind` when it still cannot; `failed`, `closed`.
    public func catchUp() throws(StoreError) {
        guard isBehind else { return }
        try onWriter { (thread) throws(StoreError) in try thread.settle() }
    }

    /// Makes all commits durable; nothing happens when they are.
    ///
    /// A commit that changes nothing and waits for the disk does it, by the engine's own means.
    public func synchronize() throws(StoreError) {
        try onWriter { (thread) throws(StoreError) in try thread.synchronize() }
    }

    private func onWriter(_ body: @escaping @Sendable (WriterThread) throws(StoreError) -> Void) throws(StoreError) {
        if thread.take() {
            defer { thread.release() }
            return try body(thread)
        }
        let ticket = WriterTicket<Bool>()
        let isAccepted = thread.enqueue(
            .work { thread in
                guard ticket.start() else { return }
                ticket.finish(
                    Result { () throws(StoreError) in
                        try body(thread)
                        return true
                    })
            })
        guard isAccepted else { throw thread.named(StoreError(.closed)) }
        _ = try ticket.wait(until: ownDeadline) { thread.named(StoreError(.timeout)) }
    }

    /// Finishes what waits, closes the store and ends the thread.
    public func close() throws(StoreError) { try close(leavesStoreOpen: false) }

    /// Finishes what waits and ends the thread; the store is closed for writers only, and its caller closes it later.
    package func closeForWriting() throws(StoreError) { try close(leavesStoreOpen: true) }

    private func close(leavesStoreOpen: Bool) throws(StoreError) {
        let ticket = WriterTicket<Bool>()
        let isAccepted = thread.enqueue(
            .work { thread in
                guard ticket.start() else { return }
                ticket.finish(
                    Result { () throws(StoreError) in
                        try thread.close(leavesStoreOpen: leavesStoreOpen)
                        return true
                    })
            })
        if isAccepted { _ = try ticket.wait(until: nil) { StoreError(.timeout) } }
    }

    private var deadline: Date { Date(timeIntervalSinceNow: timeout.seconds) }

    private var ownDeadline: Date { Date(timeIntervalSinceNow: max(timeout, .seconds(5)).seconds) }

    private static func run<Value>(
        _ body: (any PersistentStore) throws(StoreError) -> Value, on thread: WriterThread
    ) -> Result<Value, StoreError> {
        Result { () throws(StoreError) in
            switch thread.state {
            case .failed: throw thread.named(StoreError(.failed))
            case .closed: throw thread.named(StoreError(.closed))
            default: break
            }
            do throws(StoreError) {
                return try body(thread.store)
            } catch {
                if error.code == .failed { thread.fail() }
                throw thread.named(error)
            }
        }
    }
}
