import PolystoreModel

/// What a store need not write to begin with.
extension PersistentStore {
    /// Takes a snapshot like any other.
    public func snapshotForCopying() throws(StoreError) -> any StoreSnapshot { try snapshot() }

    /// Hands out every row, and leaves filter, order and limit to the rows.
    public func plan(_ query: StoreQuery) -> StorePlan { .scan(query) }

    /// Says what the plan says of itself.
    public func explain(_ plan: StorePlan) -> [StorePlan.Step] { plan.steps }

    /// Plans every query by itself.
    public func rebind(_ plan: StorePlan, to values: [Value]) -> StorePlan? { nil }
}
