import PolystoreModel
import PolystoreQuery

/// How a store will answer a query: what it does itself, and what is left to be done on rows.
///
/// The negotiation is one call: the store is shown everything and says what it takes. What it does not take is done
/// above it by the reference evaluator, so a plan can never change an answer, only its cost.
public struct StorePlan: Sendable {
    /// The query that the plan answers.
    public let query: StoreQuery
    /// What must still be checked on every row; nil when the store's filter is exact.
    public var residual: ResolvedPredicate?
    /// Whether rows come in the query's order, ended by the key.
    public var isSorted: Bool
    /// Whether the store applies the limit; only possible with an exact filter and the query's order.
    public var isLimited: Bool
    /// What the store does, for `explain`; a store may leave them out where the query does not want estimates.
    public var steps: [Step]
    /// Where the store counts what it does while it runs the plan; nil unless somebody wants to know.
    public var meter: PlanMeter?
    /// What the store needs to run the plan; nobody else looks at it.
    public var payload: (any Sendable)?

    /// Makes a plan.
    public init(
        query: StoreQuery, residual: ResolvedPredicate?, isSorted: Bool, isLimited: Bool, steps: [Step],
        payload: (any Sendable)? = nil
    ) {
        self.query = query
        self.residual = residual
        self.isSorted = isSorted
        self.isLimited = isLimited
        self.steps = steps
        self.payload = payload
    }

    /// The plan of a store that hands out every row of the entities, in any order, and leaves the rest.
    public static func scan(_ query: StoreQuery) -> StorePlan {
        StorePlan(
            query: query, residual: query.predicate, isSorted: false, isLimited: false,
            steps: ["scan \(query.entities.map(\.name).joined(separator: ", "))"])
    }

    /// Whether the number of rows that the store hands out is the number of matching objects.
    public var isExact: Bool { residual == nil }
}
