/// Work that is done now and then on a thread of its own, beside its callers: one pass at a time.
package final class BackgroundTask<Outcome: Sendable>: Sendable {
    /// How far the last pass has come.
    package enum Progress: Sendable {
        /// None was begun, or the system had no thread for it.
        case idle
        case running
        case over(Outcome)
    }

    private struct State {
        var progress = Progress.idle
        var isClosed = false

        var isRunning: Bool {
            if case .running = progress { return true }
            return false
        }
    }

    private let name: String
    private let state = ConditionLock(State())

    /// Makes a pass that is begun later.
    ///
    /// - Parameter name: What the system shows of its thread, of which it keeps 15 bytes.
    package init(_ name: String) { self.name = name }

    /// How far the last pass has come.
    package var progress: Progress { state.read { $0.progress } }

    /// Begins a pass, unless one is running or none is to be begun any more.
    ///
    /// - Returns: Whether it was begun; the system may have no thread for it.
    @discardableResult
    package func start(_ body: @escaping @Sendable () -> Outcome) -> Bool {
        let starts = state.update(waking: { state in
            guard !state.isRunning, !state.isClosed else { return (false, false) }
            state.progress = .running
            return (true, false)
        })
        guard starts else { return false }
        let hasThread = SystemThread.start(name) {
            let outcome = body()
            self.state.update { $0.progress = .over(outcome) }
        }
        if !hasThread { state.update { $0.progress = .idle } }
        return hasThread
    }

    /// Waits until none is running.
    package func wait() { state.wait { $0.isRunning ? nil : () } }

    /// Waits until none is running, and lets none be begun any more.
    package func close() {
        state.wait { state -> Void? in
            state.isClosed = true
            return state.isRunning ? nil : ()
        }
    }
}
