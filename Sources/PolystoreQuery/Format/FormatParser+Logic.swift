import PolystoreModel

extension FormatParser {
    /// Reads what may be a predicate or an expression.
    mutating func node() throws(QueryError) -> FormatNode {
        let first = try conjunctionNode()
        guard isAt("OR", "||") else { return first }
        var parts = [try predicate(first)]
        var highest = height
        while skip("OR", "||") {
            let next = try conjunctionNode()
            parts.append(try predicate(next))
            highest = max(highest, height)
        }
        try rise(above: highest)
        return .predicate(.or(parts))
    }

    /// Reads a predicate.
    mutating func predicate() throws(QueryError) -> FetchPredicate {
        let node = try node()
        return try predicate(node)
    }

    private mutating func conjunctionNode() throws(QueryError) -> FormatNode {
        let first = try negationNode()
        guard isAt("AND", "&&") else { return first }
        var parts = [try predicate(first)]
        var highest = height
        while skip("AND", "&&") {
            let next = try negationNode()
            parts.append(try predicate(next))
            highest = max(highest, height)
        }
        try rise(above: highest)
        return .predicate(.and(parts))
    }

    private mutating func negationNode() throws(QueryError) -> FormatNode {
        if isAt("NOT") { try requireNoName("a predicate behind NOT") }
        guard skip("NOT", "!") else { return try comparisonNode() }
        let part = try nested { parser throws(QueryError) in
            let node = try parser.negationNode()
            return try parser.predicate(node)
        }
        try rise(above: height)
        return .predicate(.not(part))
    }

    /// Reads a comparison, or what stands before an operator that is none of a comparison.
    private mutating func comparisonNode() throws(QueryError) -> FormatNode {
        if isAt("TRUEPREDICATE", "FALSEPREDICATE") { try requireNoName("AND, OR or the end behind it") }
        if skip("TRUEPREDICATE") { return leaf(.predicate(.constant(true))) }
        if skip("FALSEPREDICATE") { return leaf(.predicate(.constant(false))) }
        if let quantifier = current.keyword.flatMap({ FormatKeyword.quantifiers[$0] }) {
            try requireNoName("a key path behind the quantifier")
            advance()
            return .predicate(.comparison(try comparison(try expression(), quantifier)))
        }
        let left = try operand(at: .set)
        guard case .expression(let expression) = left, isAtComparison else { return left }
        return .predicate(.comparison(try comparison(expression, .none)))
    }

    // A node is read before the parser is asked about it: an argument that moves the parser on would do so too late.

    /// The predicate of a node; where an expression stands, the operator of a comparison is missing behind it.
    private func predicate(_ node: FormatNode) throws(QueryError) -> FetchPredicate {
        guard case .predicate(let predicate) = node else {
            throw unexpected("an operator such as ==, <, CONTAINS or IN")
        }
        return predicate
    }
}
