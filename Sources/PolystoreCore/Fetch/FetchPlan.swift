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
        /// The residual, checked on the rows that the store hands out; nil when its filter is exact.
        let rest: ResolvedPredicate?
        /// Where rows are counted as they pass; nil unless the counts are wanted.
        let meter: PartMeter?
        /// How the store computes groups instead of handing out rows; nil when it does not.
        var groups: Groups?

        /// Whether rows come in the request's order; a plan's word counts only where an order was asked for.
        var isSorted: Bool { plan.isSorted && plan.isOrdered }
    }

    /// How a store computes groups.
    struct Groups {
        let store: any GroupingStore
        let plan: StorePlan
        let keys: GroupKeys
    }

    var request: ResolvedRequest
    /// The parts in the order of the store file.
    var parts: [Part]
    /// The queries to other stores (semi-joins) that came before; empty unless rows are counted.
    let questions: [FetchExplanation.Question]

    /// The parts that hand out rows.
    var rowParts: [Part] { isGrouped ? parts.filter { $0.groups == nil } : parts }

    /// Whether a store computes groups.
    var isGrouped: Bool { parts.contains { $0.groups != nil } }

    /// Whether the stores hand out exactly what is wanted.
    var isExact: Bool { parts.allSatisfy { $0.rest == nil } }

    /// How many rows the stores expect to look at; nil when one of them does not say.
    var estimatedRows: Int? {
        parts.reduce(0) { sum, part in
            guard let sum, let rows = part.store.store.explain(part.plan).first?.estimatedRows else { return nil }
            return sum + rows
        }
    }

    /// The most rows that count, passed-over ones included; nil for all.
    var largestCount: Int? { request.limit.map { $0 + request.offset } }
}
