import PolystoreModel

/// The plans of the shapes of plain queries that were met.
///
/// Bounded: when it is full it forgets everything and begins anew.
final class PlainPlanTable: Sendable {
    private let limit: Int
    private let plans = Protected<[PlainQuery.Shape: PlainPlan]>([:])

    init(limit: Int = 512) { self.limit = limit }

    /// The plan of a shape; nil when it is not known.
    func plan(_ shape: PlainQuery.Shape) -> PlainPlan? { plans.withLock { $0[shape] } }

    /// Keeps the plan of a shape.
    func keep(_ plan: PlainPlan, for shape: PlainQuery.Shape) {
        plans.withLock { plans in
            if plans.count >= limit { plans.removeAll(keepingCapacity: true) }
            plans[shape] = plan
        }
    }
}
