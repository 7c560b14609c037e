import PolystoreModel

/// A comparison of expressions: everything that is no comparison of a plain path with values or another path.
///
/// Stores hand out the rows, and the evaluator decides.
public struct ResolvedExpressionComparison: Hashable, Sendable {
    /// The expression on the left.
    public var left: ResolvedExpression
    /// The operator.
    public var comparator: FetchComparison.Operator
    /// The expression on the right.
    public var right: ResolvedExpression
    /// For how many elements of the collection on the left the comparison must hold.
    public var quantifier: FetchComparison.Quantifier
    /// How text is compared.
    public var options: FetchComparison.Options
    /// How many variables the expressions set.
    public var variableCount: Int

    /// Makes a comparison.
    public init(
        _ left: ResolvedExpression, _ comparator: FetchComparison.Operator, _ right: ResolvedExpression,
        quantifier: FetchComparison.Quantifier = .none, options: FetchComparison.Options = [], variableCount: Int = 0
    ) {
        self.left = left
        self.comparator = comparator
        self.right = right
        self.quantifier = quantifier
        self.options = options
        self.variableCount = variableCount
    }
}
