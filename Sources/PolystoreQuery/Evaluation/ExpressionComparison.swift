import PolystoreModel

/// A comparison of expressions, ready to be asked of rows.
final class ExpressionComparison {
    private let comparison: ResolvedExpressionComparison
    private let patterns = PatternCache()

    init(_ comparison: ResolvedExpressionComparison) { self.comparison = comparison }

    /// Whether the comparison holds for a row.
    func matches(_ row: RowView, _ source: any RowSource) throws -> Bool {
        let variables = [ExpressionResult](repeating: .value(.missing), count: comparison.variableCount)
        var run = ExpressionRun(row: row, source: source, patterns: patterns, variables: variables)
        return try run.holds(comparison)
    }
}
