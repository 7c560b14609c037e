import PolystoreModel

extension ManagedObjectContext {
    /// Which commits the context reads: nil for the newest ones at each read, else those of a generation (P4).
    ///
    /// `QueryGeneration.current` until the next read, and from then on the generation that was taken. A child context
    /// reads through its parent, and has the parent's.
    public var queryGeneration: QueryGeneration? { source.queryGeneration }

    /// Has the context read a generation: what is committed later is not seen.
    ///
    /// The context is on `current` again, and takes the newest commits at its next read, after its own `save`, when the
    /// changes of another context are merged into it, and after `reset`; nothing else moves it on. A save that is refused
    /// leaves it where it was, whatever was read to settle conflicts. Objects that are registered keep the values that they
    /// have until they are refreshed or fetched anew.
    ///
    /// A generation ends by the coordinator's `queryGenerationLimit`; then reads throw `StoreError` with code
    /// `snapshotExpired` until the context is given another one or moves on. Objects that were read stay readable.
    ///
    /// - Parameter generation: `current`, a token of another context, or nil to read the newest commits each time.
    /// - Throws: `StoreError` with code `snapshotExpired` for a generation that has ended; `ContextError` with code
    ///   `foreignGeneration` for one of another coordinator, `generationOfParent` in a child context.
    public func setQueryGeneration(_ generation: QueryGeneration?) throws {
        try requireExecutor()
        try source.setQueryGeneration(generation)
    }
}
