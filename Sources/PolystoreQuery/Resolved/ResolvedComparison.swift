import PolystoreModel

/// One comparison with resolved operands.
///
/// At most one operand goes through a to-many step, and it stands on the left.
public struct ResolvedComparison: Hashable, Sendable {
    /// The operand on the left.
    public var left: ResolvedOperand
    /// The operator.
    public var comparator: FetchComparison.Operator
    /// The operand on the right.
    public var right: ResolvedOperand
    /// How the to-many step on the left is quantified.
    public var quantifier: FetchComparison.Quantifier
    /// How text is compared.
    public var options: FetchComparison.Options

    /// Makes a comparison.
    public init(
        _ left: ResolvedOperand, _ comparator: FetchComparison.Operator, _ right: ResolvedOperand,
        quantifier: FetchComparison.Quantifier = .none, options: FetchComparison.Options = []
    ) {
        self.left = left
        self.comparator = comparator
        self.right = right
        self.quantifier = quantifier
        self.options = options
    }
}
