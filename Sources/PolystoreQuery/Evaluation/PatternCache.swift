import PolystoreModel

/// The regular expression that was used last: nearly always that of the next row.
package final class PatternCache {
    private var last: (pattern: String, folding: TextFolding, expression: RegularExpression)?

    /// Makes a cache that has seen no pattern.
    package init() {}

    /// Whether a pattern matches a whole text.
    ///
    /// - Throws: `QueryError` with code `invalidPattern` or `patternTooCostly`.
    package func matches(_ text: String, _ pattern: String, _ folding: TextFolding) throws(QueryError) -> Bool {
        let expression: RegularExpression
        if let last, last.pattern == pattern, last.folding == folding {
            expression = last.expression
        } else {
            try RegularExpression.check(pattern, [:])
            guard let made = RegularExpression(pattern, folding: folding) else { throw QueryError(.invalidPattern) }
            expression = made
            last = (pattern, folding, made)
        }
        guard let answer = expression.matches(text) else { throw QueryError(.patternTooCostly) }
        return answer
    }
}
