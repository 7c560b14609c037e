import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// How values become the parameters of a query whose conditions compare attributes of the objects themselves with values,
/// which most queries of programs do: what SQL does for it is the same whatever the values are.
struct ParameterBinding: Sendable {
    /// The operand's kind and the comparison of one condition.
    private struct Condition {
        let kind: SQLOperand.Kind
        let comparator: FetchComparison.Operator
        let options: FetchComparison.Options
    }

    private let conditions: [Condition]

    /// Reads how the conditions of a query became SQL; nil when not all of it is such comparisons, each of which has become
    /// one parameter of both statements.
    init?(_ query: StoreQuery, _ start: QueryPlanner.Start, _ plan: StorePlan) {
        guard let payload = plan.payload(as: SQLQuery.self), plan.isExact, plan.isLimited == (query.limit != nil),
            !(start.condition?.canFail ?? false)
        else { return nil }
        var conditions: [Condition] = []
        var values: [Value] = []
        for part in query.predicate?.conjuncts ?? [] {
            guard let (attribute, comparison) = part.attributeComparison,
                case .constant(let value) = comparison.right, !value.isMissing,
                let operand = start.compiler.terminal(.attribute(attribute), start.subject)
            else { return nil }
            conditions.append(
                Condition(kind: operand.kind, comparator: comparison.comparator, options: comparison.options))
            values.append(value)
        }
        self.conditions = conditions
        guard let bound = bound(values, limit: query.limit), bound == payload.values, bound == payload.countedValues
        else { return nil }
    }

    /// The values of the parameters; nil when a comparison with one of the values is another one in SQL.
    ///
    /// - Parameters:
    ///   - values: What the conditions compare with, in their order.
    ///   - limit: The limit of a limited query.
    /// - Returns: The parameters' values, in their order; or nil.
    func bound(_ values: [Value], limit: Int?) -> [SQLValue]? {
        guard values.count == conditions.count else { return nil }
        var bound: [SQLValue] = []
        bound.reserveCapacity(values.count + 1)
        for (condition, value) in zip(conditions, values) {
            let folding = TextFolding(rawValue: condition.options.rawValue)
            guard
                case .compare(let compared, let parameter)? = ConstantComparison.outcome(
                    condition.kind, condition.comparator, value, folding),
                compared == condition.comparator
            else { return nil }
            bound.append(parameter)
        }
        if let limit { bound.append(.integer(Int64(limit))) }
        return bound
    }
}

extension ResolvedPredicate {
    /// The comparison of an attribute of the object itself with a value, if it is one.
    var attributeComparison: (attribute: ModelAttribute, comparison: ResolvedComparison)? {
        guard case .comparison(let comparison) = self, comparison.quantifier == .none,
            case .path(let path) = comparison.left, path.steps.isEmpty,
            case .attribute(let attribute) = path.terminal,
            case .constant = comparison.right
        else { return nil }
        return (attribute, comparison)
    }
}
