import Foundation

/// A value behind a lock, with a condition to wait for.
package final class ConditionLock<State>: Sendable {
    private let condition = NSCondition()
    // SAFETY: read and written only between `lock` and `unlock` of the condition.
    nonisolated(unsafe) private var state: State

    package init(_ state: sending State) { self.state = state }

    /// Changes the value and wakes all waiting threads.
    package func update<Result>(_ body: (inout State) -> Result) -> Result {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        return body(&state)
    }

    /// Changes the value, and wakes the waiting threads only when the change says that it may matter to them: waking a
    /// thread for nothing costs two context switches.
    ///
    /// - Parameter body: Changes the value and tells whether to wake the waiting threads.
    /// - Returns: The result of the change.
    package func update<Result>(waking body: (inout State) -> (result: Result, wakes: Bool)) -> Result {
        condition.lock()
        defer { condition.unlock() }
        let (result, wakes) = body(&state)
        if wakes { condition.broadcast() }
        return result
    }

    /// Looks at the value.
    package func read<Result>(_ body: (State) -> Result) -> Result {
        condition.lock()
        defer { condition.unlock() }
        return body(state)
    }

    /// Waits until the closure, called with the value at first and after each change, returns something.
    ///
    /// - Returns: The closure's result; nil when the deadline passed first.
    package func wait<Result>(until deadline: Date? = nil, _ body: (inout State) -> Result?) -> Result? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result = body(&state) {
                condition.broadcast()
                return result
            }
            guard let deadline else {
                condition.wait()
                continue
            }
            if !condition.wait(until: deadline) { return body(&state) }
        }
    }
}
