import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension FetchSession {
    /// How many objects stores are told to pass over at most where they compute groups.
    private static let mostExcluded = 1000

    /// The plan of a request: the one of others of its shape with its own values, or a new one, which is kept for them.
    func plan(_ request: SourceRequest) throws -> FetchPlan {
        if let shape = request.shape, let plan = stores.plans[shape]?.bound(to: shape, self) { return plan }
        let resolved = try request.resolve()
        switch request.goal {
        case .rows, .count:
            var asked = resolved
            // What is counted needs no order, and is cut off afterwards.
            if case .count = request.goal { (asked.sortKeys, asked.limit, asked.offset) = ([], nil, 0) }
            var plan = try plan(asked)
            (plan.request.limit, plan.request.offset) = (resolved.limit, resolved.offset)
            if let shape = request.shape, let cached = CachedPlan(shape, plan) { stores.plans.keep(cached, for: shape) }
            return plan
        case .groups(let grouping, _): return try groupedPlan(resolved, grouping) ?? plan(resolved)
        }
    }

    /// The plan of a request whose objects are grouped where stores compute groups; nil when none does.
    private func groupedPlan(
        _ request: ResolvedRequest, _ grouping: StoreGrouping
    ) throws(FetchError) -> FetchPlan? {
        guard !request.isOrdered, overlay.excluded.count <= Self.mostExcluded else { return nil }
        // More than rows is asked of stores: what is passed over must not be among it.
        tellsExcludedAlways = true
        var plan = try plan(request)
        for index in plan.parts.indices {
            let part = plan.parts[index]
            guard let store = part.store.store as? any GroupingStore, part.rest == nil,
                scope.isInside(grouping.aggregates.map(\.operand), part.store),
                let keys = GroupKeys(grouping.keys, scope, part.store),
                let groups = store.plan(
                    part.plan.query, grouping: StoreGrouping(keys: keys.stored, aggregates: grouping.aggregates))
            else { continue }
            plan.parts[index].groups = FetchPlan.Groups(store: store, plan: groups, keys: keys)
        }
        if plan.isGrouped { return plan }
        tellsExcludedAlways = false
        return nil
    }
}
