import PolystoreModel
import PolystoreQuery

/// What is wanted of groups of the objects that a query finds.
package struct StoreGrouping: Sendable {
    /// The keys of a group.
    package var keys: [ResolvedExpression]
    /// The aggregates of each group.
    package var aggregates: [ResolvedProjection.Aggregate]

    /// Makes a grouping.
    package init(keys: [ResolvedExpression], aggregates: [ResolvedProjection.Aggregate]) {
        self.keys = keys
        self.aggregates = aggregates
    }
}

/// A store that can group what a query finds, so that no rows need to be handed out.
///
/// What it hands out are parts, to be joined with those of other stores and of unsaved changes: a group may come from
/// several stores, and the coordinator computes the results.
package protocol GroupingStore: PersistentStore {
    /// A plan whose groups are exactly those of the query's objects; nil when they must be computed of rows.
    func plan(_ query: StoreQuery, grouping: StoreGrouping) -> StorePlan?

    /// Hands out the groups that such a plan finds, in any order: their keys, and what was accumulated over each.
    ///
    /// - Throws: The store's errors; with code `evaluation` and the query's error as its cause when a value cannot be
    ///   computed.
    func groups(
        _ plan: StorePlan, in snapshot: any StoreSnapshot, _ receive: ([Value], [AggregateAccumulator]) -> Void
    ) throws(StoreError)
}
