import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// What was planned for all queries of one shape: two statements, which differ from query to query in their values only.
final class PlainPlan: Sendable {
    /// The kinds of the columns that the shape's conditions compare.
    private let kinds: [SQLOperand.Kind]
    /// The conditions in the order of their parameters.
    private let places: [Int]
    private let query: SQLQuery
    private let isSorted: Bool
    private let isLimited: Bool

    /// Keeps a plan; nil unless SQL does all of it, and has one parameter for each value, in the order of the plan.
    init?(_ plain: PlainQuery, _ start: QueryPlanner.Start, _ plan: StorePlan) {
        guard plan.isExact, let query = plan.payload as? SQLQuery, !(start.condition?.canFail ?? false) else {
            return nil
        }
        var kinds: [SQLOperand.Kind] = []
        for condition in plain.shape.conditions {
            guard let operand = start.compiler.terminal(.attribute(condition.attribute), start.subject) else {
                return nil
            }
            kinds.append(operand.kind)
        }
        self.kinds = kinds
        places = start.places
        self.query = query.prepared
        (isSorted, isLimited) = (plan.isSorted, plan.isLimited)
        // A limit that the statement does not have is left to whoever reads rows.
        guard isLimited == plain.shape.isLimited, let values = bound(plain), values == query.tail.values,
            values == query.counted.values
        else { return nil }
    }

    /// The plan of a query of the shape; nil when one of its values asks for other SQL.
    func plan(_ plain: PlainQuery, for asked: StoreQuery) -> StorePlan? {
        bound(plain).map { values in
            StorePlan(
                query: asked, residual: nil, isSorted: isSorted, isLimited: isLimited, steps: [],
                payload: query.with(values))
        }
    }

    /// The values of the parameters; nil when a comparison with one of the values is another one in SQL.
    private func bound(_ plain: PlainQuery) -> [SQLValue]? {
        var bound: [SQLValue] = []
        bound.reserveCapacity(plain.values.count + 1)
        for index in places {
            let condition = plain.shape.conditions[index]
            let folding = TextFolding(rawValue: condition.options.rawValue)
            let outcome = ConstantComparison.outcome(kinds[index], condition.comparator, plain.values[index], folding)
            guard case .compare(let comparator, let parameter)? = outcome, comparator == condition.comparator else {
                return nil
            }
            bound.append(parameter)
        }
        if let limit = plain.limit { bound.append(.integer(Int64(limit))) }
        return bound
    }
}
