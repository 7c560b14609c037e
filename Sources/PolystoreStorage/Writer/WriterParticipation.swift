import Foundation
import PolystoreModel

/// One store's part in a save over several: the writer thread begins, applies and prepares when it is told, then holds
/// the transaction until it is told to commit or to roll back.
///
/// Its holder ends it with `commit` or `rollback`: until then the store takes no other writer.
public final class WriterParticipation: Sendable {
    private enum Command {
        case apply(StoreChanges)
        case commit
        case rollback
    }

    private struct State {
        var command: Command?
        var reply: Result<CommitNumber, StoreError>?
        var isEnded = false
    }

    private let state = ConditionLock(State())
    let begun = WriterTicket<Bool>()

    /// Starts to apply and to prepare; `waitUntilPrepared` tells how it went.
    public func apply(_ changes: StoreChanges) {
        state.update { state in
            state.command = .apply(changes)
            state.reply = nil
        }
    }

    /// Waits until the changes are applied and prepared.
    ///
    /// - Throws: The reason why it cannot commit; the transaction is to be rolled back then.
    public func waitUntilPrepared() throws(StoreError) { _ = try reply() }

    /// Commits and waits for it; the caller holds the commit barrier.
    public func commit() throws(StoreError) -> CommitNumber {
        send(.commit)
        return try reply()
    }

    /// Undoes everything, unless the transaction has ended already.
    public func rollback() {
        guard !state.read({ $0.isEnded }) else { return }
        send(.rollback)
        // A rollback has no outcome but its end.
        _ = try? reply()
    }

    private func send(_ command: Command) {
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

    /// Runs on the writer thread from begin to commit or rollback.
    func run(on thread: WriterThread) {
        guard begun.start() else { return }
        do throws(StoreError) {
            try thread.begin()
        } catch {
            end(nil)
            begun.finish(.failure(error))
            return
        }
        begun.finish(.success(true))
        while true {
            switch nextCommand() {
            case .apply(let changes):
                answer(
                    Result { () throws(StoreError) in
                        try thread.apply(changes)
                        try thread.prepare()
                        return 0
                    })
            case .commit:
                end(Result { () throws(StoreError) in try thread.commit() })
                return
            case .rollback:
                thread.rollback()
                end(.success(0))
                return
            }
        }
    }

    private func nextCommand() -> Command {
        let command = state.wait { state -> Command? in
            defer { state.command = nil }
            return state.command
        }
        return command ?? .rollback
    }

    private func answer(_ reply: Result<CommitNumber, StoreError>) { state.update { $0.reply = reply } }

    private func end(_ reply: Result<CommitNumber, StoreError>?) {
        state.update { state in
            state.reply = reply
            state.isEnded = true
        }
    }
}
