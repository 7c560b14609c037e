import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// What was planned for all queries of one shape: two statements, which differ from query to query in their values only.
final class PlainPlan: Sendable {
    private let binding: PlainBinding
    private let statements: SQLStatements
    private let isSorted: Bool
    private let isLimited: Bool

    /// Keeps a plan; nil unless SQL does all of it, and has one parameter for each value, in the order of the plan.
    init?(_ plain: PlainQuery, _ start: QueryPlanner.Start, _ plan: StorePlan, in context: StoreContext) {
        guard plan.isExact, let query = plan.payload(as: SQLQuery.self), !(start.condition?.canFail ?? false),
            let binding = PlainBinding(plain.shape, start)
        else { return nil }
        self.binding = binding
        statements = SQLStatements(
            query.statements, binding, PageQuery(plain.shape, start, binding, in: context))
        (isSorted, isLimited) = (plan.isSorted, plan.isLimited)
        // A limit that the statement does not have is left to whoever reads rows.
        guard isLimited == plain.shape.isLimited, let values = binding.bound(plain.values, limit: plain.limit),
            values == query.values, values == query.countedValues
        else { return nil }
    }

    /// The plan of a query of the shape; nil when one of its values asks for other SQL.
    func plan(_ plain: PlainQuery, for asked: StoreQuery) -> StorePlan? {
        binding.bound(plain.values, limit: plain.limit).map { values in
            StorePlan(
                query: asked, residual: nil, isSorted: isSorted, isLimited: isLimited, steps: [],
                payload: SQLQuery(statements, values))
        }
    }
}
