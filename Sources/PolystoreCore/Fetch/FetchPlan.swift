import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// How a request will be answered: each store's part, and what is done above the stores.
struct FetchPlan {
    /// One store's part.
    struct Part {
        let store: AttachedStore
        /// The store's place in the store file.
        let position: Int
        let snapshot: any StoreSnapshot
        let plan: StorePlan
        /// What is checked on the rows that the store hands out; nil when it hands out exactly what is wanted.
        let rest: ResolvedPredicate?
        /// Where rows are counted as they pass; nil unless the plan is explained.
        let meter: PartMeter?

        /// Whether rows come in the request's order; a plan's word counts only where an order was asked for.
        var isSorted: Bool { plan.isSorted && plan.isOrdered }
    }

    let request: ResolvedRequest
    /// The parts in the order of the store file.
    let parts: [Part]
    /// What other stores were asked to find the parts; empty unless the plan is explained.
    let questions: [FetchExplanation.Question]

    /// Whether the stores hand out exactly what is wanted.
    var isExact: Bool { parts.allSatisfy { $0.rest == nil } }

    /// How many rows the stores expect to look at; nil when one of them does not say.
    var estimatedRows: Int? {
        parts.reduce(0) { sum, part in
            guard let sum, let rows = part.plan.steps.first?.estimatedRows else { return nil }
            return sum + rows
        }
    }

    /// The most rows that count, passed-over ones included; nil for all.
    var largestCount: Int? { request.limit.map { $0 + request.offset } }
}
