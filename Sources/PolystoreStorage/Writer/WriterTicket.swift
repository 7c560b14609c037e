import Foundation

/// One caller's place in a writer's queue: what is to be done, and how it ended.
final class WriterTicket<Value: Sendable>: Sendable {
    private enum State {
        case waiting
        case started
        case finished(Result<Value, StoreError>)
    }

    private let state = ConditionLock(State.waiting)

    /// Claims the ticket for the writer; false when the caller gave up.
    func start() -> Bool {
        state.update { state in
            guard case .waiting = state else { return false }
            state = .started
            return true
        }
    }

    /// Tells the caller how it ended.
    func finish(_ result: Result<Value, StoreError>) { state.update { $0 = .finished(result) } }

    /// Waits for the end; the deadline counts for the start only, what was started is waited for.
    func wait(until deadline: Date?, _ timeout: () -> StoreError) throws(StoreError) -> Value {
        let early = state.wait(until: deadline) { state in
            if case .waiting = state { Bool?.none } else { true }
        }
        if early == nil, cancel() { throw timeout() }
        let result = state.wait { state in
            if case .finished(let result) = state { result } else { Result<Value, StoreError>?.none }
        }
        guard let result else { throw timeout() }
        return try result.get()
    }

    /// Gives up; false when the writer has started already.
    private func cancel() -> Bool {
        state.update { state in
            guard case .waiting = state else { return false }
            state = .finished(.failure(StoreError(.timeout)))
            return true
        }
    }
}
