import PolystoreModel

extension FetchExpression {
    /// Reads an expression from text of the predicate language; nil when the text is a condition.
    ///
    /// The language has texts for conditions only, so the expression is read as the left side of one.
    package init?(formatText text: String) throws(QueryError) {
        guard case .comparison(let comparison) = try FetchPredicate(format: text + " == nil"),
            comparison.right == .constant(.missing), comparison.comparator == .equal, comparison.quantifier == .none
        else { return nil }
        self = comparison.left
    }
}
