import PolystoreModel
import PolystoreQuery

/// How a store will answer a query: what it does itself, and what is left to be done on rows.
///
/// The negotiation is one call: the store is shown everything and says what it takes. What it does not take is done
/// above it by the reference evaluator, so a plan can never change an answer, only its cost.
public struct StorePlan: Sendable {
    /// The query that was planned, with values of its own.
    package let planned: StoreQuery
    /// What the conditions compare with instead of what was planned.
    private let values: [Value]?
    /// The residual: the condition that is left to be checked on every row; nil when the store's filter is exact.
    public var residual: ResolvedPredicate?
    /// Whether rows come in the query's order, ended by the key.
    public var isSorted: Bool
    /// Whether the store applies the limit; only possible with an exact filter and the query's order.
    public var isLimited: Bool
    /// What the store does, where it says so when it plans; see `PersistentStore.explain`.
    public var steps: [Step]
    /// Where the store counts what it does while it runs the plan; nil unless the counts are wanted.
    public var meter: PlanMeter?
    /// The store's own form of the plan; opaque to other layers.
    public var payload: (any Sendable)?

    /// Makes a plan.
    public init(
        query: StoreQuery, residual: ResolvedPredicate?, isSorted: Bool, isLimited: Bool, steps: [Step] = [],
        payload: (any Sendable)? = nil
    ) {
        (planned, values) = (query, nil)
        self.residual = residual
        self.isSorted = isSorted
        self.isLimited = isLimited
        self.steps = steps
        self.payload = payload
    }

    private init(_ plan: StorePlan, _ values: [Value], _ payload: (any Sendable)?) {
        (planned, self.values) = (plan.planned, values)
        (residual, isSorted, isLimited) = (plan.residual, plan.isSorted, plan.isLimited)
        (steps, meter) = (plan.steps, plan.meter)
        self.payload = payload
    }

    /// The query that the plan answers.
    ///
    /// - Complexity: Of a plan with other values, the query is made anew each time.
    public var query: StoreQuery { values.map(planned.binding) ?? planned }

    /// How many rows at most, offsets included.
    public var limit: Int? { planned.limit }

    /// Whether rows must come in order.
    public var isOrdered: Bool { planned.isOrdered }

    /// The same plan for a query that compares with other values.
    ///
    /// - Parameters:
    ///   - values: What the conditions of the query compare with instead, in their order.
    ///   - payload: What the store needs to run it.
    /// - Returns: The plan, which says of itself what this one does.
    public func rebound(to values: [Value], payload: (any Sendable)?) -> StorePlan { StorePlan(self, values, payload) }

    /// The plan of a store that hands out every row of the entities, in any order, and leaves the rest.
    public static func scan(_ query: StoreQuery) -> StorePlan {
        StorePlan(
            query: query, residual: query.predicate, isSorted: false, isLimited: false,
            steps: ["scan \(query.entities.map(\.name).joined(separator: ", "))"])
    }

    /// The store's own form of the plan, as the type that it was made of; nil for another type.
    public func payload<Payload: Sendable>(as type: Payload.Type) -> Payload? { payload as? Payload }

    /// Whether the number of rows that the store hands out is the number of matching objects.
    public var isExact: Bool { residual == nil }
}
