import PolystoreModel
import PolystoreQuery

/// The plans of requests that were answered before, by the shape of the request.
///
/// Bounded: when it is full it forgets everything and begins anew.
final class PlanCache: Sendable {
    private struct Plans {
        var byShape: [RequestShape: CachedPlan] = [:]
        /// The one that was asked for last: a program that asks again and again mostly asks for the same.
        var last: (shape: RequestShape, plan: CachedPlan)?
    }

    private let limit: Int
    private let plans = Locked(Plans())

    init(limit: Int = 512) { self.limit = limit }

    subscript(shape: RequestShape) -> CachedPlan? {
        plans.withLock { plans in
            // Two shapes are compared in less time than one is hashed.
            if let last = plans.last, last.shape == shape { return last.plan }
            guard let plan = plans.byShape[shape] else { return nil }
            plans.last = (shape, plan)
            return plan
        }
    }

    func keep(_ plan: CachedPlan, for shape: RequestShape) {
        plans.withLock { plans in
            if plans.byShape.count >= limit { plans.byShape.removeAll(keepingCapacity: true) }
            plans.byShape[shape] = plan
            plans.last = (shape, plan)
        }
    }
}
