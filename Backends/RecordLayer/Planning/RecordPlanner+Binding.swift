import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension RecordPlanner {
    /// The plan of a query that compares with other values than a planned one; nil when another path may be the better one
    /// for them.
    static func rebind(_ plan: StorePlan, to values: [Value], _ catalog: RecordCatalog) -> StorePlan? {
        guard var payload = plan.payload(as: RecordPlan.self), let form = payload.form, plan.isExact,
            payload.generation == catalog.generation
        else { return nil }
        let planned = plan.planned.predicate?.conjuncts ?? []
        guard planned.count == values.count else { return nil }
        let conditions = planned.indices.map { index -> ElementCondition? in
            guard case .comparison(let comparison) = planned[index] else { return nil }
            return ElementCondition(comparison, with: .constant(values[index]), catalog)
        }
        guard ConditionForms(conditions) == form else { return nil }
        var exact = PositionSet()
        switch payload.access {
        // Entities of a hierarchy are found by themselves, whatever the values are.
        case .index(let definition, _) where definition.purpose == .entity,
            .merged(let definition, _) where definition.purpose == .entity:
            break
        case .index(let definition, _), .merged(let definition, _):
            // Of the query it asks for the order, which is the same.
            let candidate = IndexCandidate(definition, plan.planned, conditions)
            exact = candidate.exact
            payload.access =
                candidate.order == .merged
                ? .merged(definition, candidate.ranges) : .index(definition, candidate.ranges)
        case .records: break
        case .nothing, .keys, .union, .referring: return nil
        }
        let bound = plan.rebound(to: values, payload: payload)
        if exact.count == planned.count { return bound }
        // A plan that leaves nothing to its caller asks all else of the rows.
        let conjuncts = bound.query.predicate?.conjuncts ?? []
        payload.filter = .conjunction(conjuncts.indices.filter { !exact.contains($0) }.map { conjuncts[$0] })
        return plan.rebound(to: values, payload: payload)
    }
}
