import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension RecordPlan {
    /// What is done, step by step; the places of the steps are known to `WalkCounter`.
    func steps(_ plan: StorePlan, _ statistics: RecordStatistics) -> [StorePlan.Step] {
        // Estimates are worth no error: damage of the store is reported by reading rows.
        var rows = try? statistics.estimate(access, root)
        // A path that has the order stops at the limit.
        if let limit, top == nil, filter == nil { rows = rows.map { min($0, limit) } }
        var steps = [StorePlan.Step(access.text(plan.planned.entities), estimatedRows: rows)]
        if let filter {
            rows = rows.map { Int((Double($0) * filter.guessedShare).rounded(.up)) }
            steps.append(StorePlan.Step("keep rows where \(filter.formatText)", estimatedRows: rows))
        }
        if plan.isSorted, plan.isOrdered, top == nil {
            steps.append(direction == .forward ? "in order" : "in order, backwards")
        }
        if let limit {
            steps.append(
                StorePlan.Step(
                    top == nil ? "at most \(limit)" : "keep the first \(limit) in order",
                    estimatedRows: rows.map { min($0, limit) }))
        }
        return steps
    }
}

extension RecordPlan.Access {
    /// The access path in words.
    fileprivate func text(_ entities: [ModelEntity]) -> String {
        func scan() -> String { "scan \(entities.map(\.name).joined(separator: ", "))" }
        func ranges(_ ranges: [IndexRange]) -> String { ranges.count == 1 ? "1 range" : "\(ranges.count) ranges" }
        switch self {
        case .nothing: return "nothing: no object can match"
        case .records: return scan()
        case .keys(let keys): return "look up \(keys.count) keys"
        case .index(let definition, _) where definition.purpose == .entity,
            .merged(let definition, _) where definition.purpose == .entity:
            return scan()
        case .index(let definition, let places): return "index \(definition.text): \(ranges(places))"
        case .merged(let definition, let places): return "index \(definition.text): \(ranges(places)), merged"
        case .referring(let definition, let plan):
            guard case .reference(let relationship) = definition.purpose else { return "index \(definition.text)" }
            let destinations = plan.access.text(relationship.destination.concreteFamily)
            return "index \(definition.text): what refers to \(relationship.destination.name) (\(destinations))"
        case .union(let branches):
            let texts = branches.map { branch in
                if case .index(let definition, _) = branch.access { return "index \(definition.text)" }
                return branch.access.text(entities)
            }
            return "any of \(texts.count): " + texts.joined(separator: "; ")
        }
    }
}
