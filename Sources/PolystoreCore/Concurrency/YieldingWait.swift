import Dispatch
import PolystoreModel

/// A wait for a context that gives way: a thread that would close a cycle by waiting for the waiting thread ends it.
///
/// The context's queue is lent to the waiting thread, which does its work itself; so a wait that has ended leaves nothing
/// behind but an entry of the queue that does nothing.
final class YieldingWait: Sendable {
    private enum State { case waiting, granted, abandoned }

    private let state = Locked(State.waiting)
    private let decided = DispatchSemaphore(value: 0)
    private let returned = DispatchSemaphore(value: 0)

    /// Lends the queue that calls this, until the waiting thread gives it back.
    func lend() {
        guard decide(.granted) else { return }
        returned.wait()
    }

    /// Ends the wait; false when it has ended already.
    func abandon() -> Bool { decide(.abandoned) }

    /// Waits for the queue, and uses it.
    ///
    /// - Parameters:
    ///   - limit: How many seconds to wait at most, for a queue that may not be served.
    ///   - body: What uses it.
    /// - Returns: Nothing when the wait was abandoned.
    /// - Throws: `mainQueueNotServed` behind the limit, and what the closure throws.
    func use<Result>(within limit: Double?, _ body: () throws -> Result) throws -> Result? {
        if let limit {
            if decided.wait(timeout: .now() + limit) != .success, abandon() { throw ContextError(.mainQueueNotServed) }
        } else {
            decided.wait()
        }
        guard state.withLock({ $0 == .granted }) else { return nil }
        defer { returned.signal() }
        return try body()
    }

    private func decide(_ new: State) -> Bool {
        let isFirst = state.withLock { state in
            guard state == .waiting else { return false }
            state = new
            return true
        }
        if isFirst { decided.signal() }
        return isFirst
    }
}
