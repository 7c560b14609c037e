import Foundation
import PolystoreModel

/// One store's part in a save over several: it begins, applies and prepares when it is told, then holds the transaction
/// until it is told to commit.
///
/// Everything is done by the caller's thread where that found the writer idle, and by the writer's thread otherwise; the
/// caller uses one thread throughout. It ends with `end`: until then the store takes no other writer, so that no later save
/// is in one of the stores while this one is not through in all.
public final class WriterParticipation: Sendable {
    private enum Command {
        case apply(StoreChanges)
        case perform(@Sendable (any PersistentStore) -> Void)
        case prepare
        case prepareAs(JointTransaction)
        case prepareDeciding(JointTransaction)
        case commit
        case end
        case fail
    }

    private struct State {
        var command: Command?
        var reply: Result<CommitNumber, StoreError>?
        var isEnded = false
    }

    private let state = ConditionLock(State())
    /// Whether the commit log has what is committed, so that the store need not wait for the disk.
    private let isLogged: Bool
    /// Whether the commit waits for the disk, even where the store's own saves do not.
    private let waits: Bool
    /// The writer, where the caller's thread is the one that writes.
    private let direct: WriterThread?
    let begun = WriterTicket<Bool>()

    init(isLogged: Bool, waits: Bool) {
        (self.isLogged, self.waits) = (isLogged, waits)
        direct = nil
    }

    /// Begins on the caller's thread, which the writer was given to.
    init(isLogged: Bool, waits: Bool, on thread: WriterThread) throws(StoreError) {
        (self.isLogged, self.waits) = (isLogged, waits)
        direct = thread
        do throws(StoreError) {
            try thread.begin(isLogged: isLogged, waits: waits)
        } catch {
            thread.release()
            throw error
        }
    }

    /// Starts to apply changes; `waitUntilApplied` tells how it went.
    ///
    /// Changes that are refused leave the transaction as it was.
    public func apply(_ changes: StoreChanges) { send(.apply(changes)) }

    /// Waits until the changes are applied.
    ///
    /// - Throws: What stood in the way.
    public func waitUntilApplied() throws(StoreError) { _ = try reply() }

    /// Has the writer's thread do something in the transaction before anything is applied, and waits for it.
    ///
    /// - Throws: `outOfOrder` when the transaction has ended.
    package func perform(_ body: @escaping @Sendable (any PersistentStore) -> Void) throws(StoreError) {
        send(.perform(body))
        _ = try reply()
    }

    /// Starts to make sure that only the disk can make the commit fail; `waitUntilPrepared` tells how it went.
    public func prepare() { send(.prepare) }

    /// Starts to put the transaction on the disk under a name; `waitUntilPrepared` tells how it went.
    ///
    /// From then on a failure of `commit` leaves it prepared, and `end` undoes it by its name.
    public func prepare(as transaction: JointTransaction) { send(.prepareAs(transaction)) }

    /// Starts to prepare a transaction whose own commit decides a save; `waitUntilPrepared` tells how it went.
    public func prepare(deciding transaction: JointTransaction) { send(.prepareDeciding(transaction)) }

    /// Waits until the transaction is prepared.
    ///
    /// - Returns: The number that its commit will have.
    /// - Throws: What stood in the way; the transaction has been rolled back then.
    public func waitUntilPrepared() throws(StoreError) -> CommitNumber { try reply() }

    /// Commits and waits for it; the caller holds the commit barrier, and the store's writer until `end`.
    public func commit() throws(StoreError) -> CommitNumber {
        send(.commit)
        return try reply()
    }

    /// Gives the writer back; what was not committed is undone.
    ///
    /// Further calls do nothing.
    public func end() {
        guard !state.read({ $0.isEnded }) else { return }
        send(.end)
        // It has no outcome but the end.
        _ = try? reply()
    }

    /// Undoes everything and marks the store as failed, before another save can come: its state is unknown until it is
    /// reopened.
    public func fail() {
        guard !state.read({ $0.isEnded }) else { return }
        send(.fail)
        // A failure has no outcome but its end.
        _ = try? reply()
    }

    private func send(_ command: Command) {
        if let direct {
            let (reply, isEnded) = run(command, on: direct)
            if isEnded { direct.release() }
            return state.update { ($0.reply, $0.isEnded) = (reply, isEnded) }
        }
        state.update { state in
            state.command = command
            state.reply = nil
        }
    }

    private func reply() throws(StoreError) -> CommitNumber {
        let result = state.wait { state in state.reply ?? (state.isEnded ? .failure(StoreError(.outOfOrder)) : nil) }
        guard let result else { throw StoreError(.outOfOrder) }
        return try result.get()
    }

    /// Runs on the writer thread from begin to end.
    func run(on thread: WriterThread) {
        guard begun.start() else { return }
        do throws(StoreError) {
            try thread.begin(isLogged: isLogged, waits: waits)
        } catch {
            state.update { $0.isEnded = true }
            begun.finish(.failure(error))
            return
        }
        begun.finish(.success(true))
        while true {
            let (reply, isEnded) = run(nextCommand(), on: thread)
            state.update { ($0.reply, $0.isEnded) = (reply, isEnded) }
            if isEnded { return }
        }
    }

    private func run(
        _ command: Command, on thread: WriterThread
    ) -> (reply: Result<CommitNumber, StoreError>, isEnded: Bool) {
        switch command {
        case .apply(let changes):
            let reply = Result { () throws(StoreError) -> CommitNumber in
                try thread.apply(changes)
                return 0
            }
            return (reply, false)
        case .perform(let body):
            body(thread.store)
            return (.success(0), false)
        case .prepare: return prepare(thread) { () throws(StoreError) in try thread.prepare() }
        case .prepareAs(let transaction):
            return prepare(thread) { () throws(StoreError) in try thread.prepare(as: transaction) }
        case .prepareDeciding(let transaction):
            return prepare(thread) { () throws(StoreError) in try thread.prepare(deciding: transaction) }
        case .commit: return (Result { () throws(StoreError) in try thread.commit() }, false)
        case .end:
            thread.rollback()
            return (.success(0), true)
        case .fail:
            thread.fail()
            return (.success(0), true)
        }
    }

    private func prepare(
        _ thread: WriterThread, _ body: () throws(StoreError) -> Void
    ) -> (reply: Result<CommitNumber, StoreError>, isEnded: Bool) {
        let reply = Result { () throws(StoreError) -> CommitNumber in
            try body()
            do throws(StoreError) { return try thread.store.newestCommit() + 1 } catch {
                thread.rollback()
                throw error
            }
        }
        if case .failure = reply { return (reply, true) }
        return (reply, false)
    }

    private func nextCommand() -> Command {
        let command = state.wait { state -> Command? in
            defer { state.command = nil }
            return state.command
        }
        return command ?? .end
    }
}
