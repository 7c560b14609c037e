/// Work that is done now and then on a thread of its own, beside its callers: one pass at a time.
package final class BackgroundTask: Sendable {
    private let name: String
    private let isRunning = ConditionLock(false)

    /// Makes a pass that is begun later.
    ///
    /// - Parameter name: What the system shows of its thread, of which it keeps 15 bytes.
    package init(_ name: String) { self.name = name }

    /// Begins a pass, unless one is running.
    ///
    /// - Returns: Whether it was begun; the system may have no thread for it.
    @discardableResult
    package func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let starts = isRunning.update(waking: { isRunning in
            defer { isRunning = true }
            return (!isRunning, false)
        })
        guard starts else { return false }
        let hasThread = SystemThread.start(name) {
            body()
            self.isRunning.update { $0 = false }
        }
        if !hasThread { isRunning.update { $0 = false } }
        return hasThread
    }

    /// Waits until none is running.
    package func wait() { isRunning.wait { $0 ? nil : () } }
}
