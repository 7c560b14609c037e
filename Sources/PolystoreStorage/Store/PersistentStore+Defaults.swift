import PolystoreModel

/// What a store need not write to begin with.
extension PersistentStore {
    /// Hands out every row, and leaves filter, order and limit to the rows.
    public func plan(_ query: StoreQuery) -> StorePlan { .scan(query) }

    /// Says what the plan says of itself, or what a plan of the same query with estimates does.
    public func explain(_ plan: StorePlan) -> [StorePlan.Step] {
        if !plan.steps.isEmpty { return plan.steps }
        var query = plan.query
        query.wantsEstimates = true
        return self.plan(query).steps
    }

    /// Plans every query by itself.
    public func rebind(_ plan: StorePlan, to values: [Value]) -> StorePlan? { nil }
}
