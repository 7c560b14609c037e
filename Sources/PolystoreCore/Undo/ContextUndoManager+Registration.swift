extension ContextUndoManager {
    /// Whether changes are kept.
    public var isRegistrationEnabled: Bool { offCount == 0 }

    /// Lets changes go unnoticed until `enableRegistration` is called as often.
    ///
    /// What was changed before is kept. What is changed meanwhile stays when older groups are taken back, but for the
    /// properties that these changed.
    public func disableRegistration() {
        context?.endStep()
        offCount += 1
        context?.journal.pause()
    }

    /// Lets changes be kept again; nothing happens when they are.
    public func enableRegistration() {
        guard offCount > 0 else { return }
        context?.endStep()
        offCount -= 1
        context?.journal.resume()
    }

    /// Runs a closure whose changes go unnoticed.
    ///
    /// - Parameter body: Changes objects.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    public func withoutRegistration<Result>(_ body: () throws -> Result) rethrows -> Result {
        disableRegistration()
        defer { enableRegistration() }
        return try body()
    }
}
