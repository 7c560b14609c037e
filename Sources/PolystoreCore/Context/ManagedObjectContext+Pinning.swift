import PolystoreModel

extension ManagedObjectContext {
    /// Keeps the context on the stores as they are now (P4): what other contexts commit later is not seen.
    ///
    /// The pin moves on to the newest commits when this context saves, merges another's save, resolves a conflict,
    /// refreshes all objects or is reset, and with `advance`. A pin is a lease: beyond the coordinator's `pinLimit` the
    /// oldest is revoked, and the next read throws `StoreError` with code `snapshotExpired`, until the pin moves on or
    /// ends. Objects that were read stay readable, and a read that has begun ends on its snapshot.
    ///
    /// - Throws: The stores' errors; `ContextError` with code `pinnedByParent` in a child context, which reads through
    ///   its parent.
    public func pin() throws {
        try requireExecutor()
        try source.setPinned(true)
        isPinned = true
    }

    /// Lets the context see the newest commits again, from its next read on.
    ///
    /// - Throws: As `pin`.
    public func unpin() throws {
        try requireExecutor()
        try source.setPinned(false)
        isPinned = false
    }

    /// Moves a pinned context on to the newest commits.
    ///
    /// Objects that were read already stay as they are until they are refreshed.
    public func advance() {
        guard mayWrite() else { return }
        source.advance()
    }
}
