import PolystoreModel

extension FormatParser {
    /// Reads the operator of a comparison with its options, and what stands behind it.
    mutating func comparison(
        _ left: FetchExpression, _ quantifier: FetchComparison.Quantifier
    ) throws(QueryError) -> FetchComparison {
        let leftHeight = height
        let comparator = try comparator()
        let options = try options()
        let isList = comparator == .isIn || comparator == .between
        let right = isList && current.kind == .symbol("(") ? try parenthesisedList() : try expression()
        try rise(above: max(leftHeight, height))
        return FetchComparison(left, comparator, right, quantifier: quantifier, options: options)
    }

    /// Whether the operator of a comparison stands here.
    var isAtComparison: Bool { isComparison(current) }

    /// Whether a token is the operator of a comparison.
    func isComparison(_ token: FormatToken) -> Bool { comparator(token) != nil }

    private func comparator(_ token: FormatToken) -> FetchComparison.Operator? {
        let word: String? = if case .symbol(let symbol) = token.kind { symbol } else { token.keyword }
        return word.flatMap { FormatKeyword.operators[$0] }
    }

    private mutating func comparator() throws(QueryError) -> FetchComparison.Operator {
        guard let comparator = comparator(current) else {
            throw unexpected("an operator such as ==, <, CONTAINS or IN")
        }
        advance()
        return comparator
    }

    /// Reads `[c]`, `[d]`, `[n]`, `[l]` or several of them; nothing where there is no bracket.
    mutating func options() throws(QueryError) -> FetchComparison.Options {
        guard skip("[") else { return [] }
        guard case .word(let letters) = current.kind,
            let options = FetchComparison.Options(letters: letters.lowercased())
        else { throw unexpected("c, d, n or l") }
        advance()
        try expect("]")
        return options
    }

    /// Reads a list between parentheses, as SQL writes it behind IN, or an expression between them.
    ///
    /// A single operand that may be a collection is that collection, and not a list of it.
    private mutating func parenthesisedList() throws(QueryError) -> FetchExpression {
        let list = try list(")")
        guard case .aggregate(let elements) = list, elements.count == 1, let element = elements.first else {
            return list
        }
        let goesOn = isAt(".", "[") || FormatOperator.operation(current) != nil
        switch element.kind {
        case .constant, .function, .evaluatedObject: guard goesOn else { return list }
        default: break
        }
        // The text behind it goes on from the collection in parentheses.
        return try continued(element)
    }

    /// Reads expressions between the symbol that stands here and its end.
    mutating func list(_ end: String) throws(QueryError) -> FetchExpression {
        advance()
        return .aggregate(try elements(to: end))
    }

    /// Reads expressions up to a symbol.
    mutating func elements(to end: String) throws(QueryError) -> [FetchExpression] {
        var elements: [FetchExpression] = []
        var highest = 0
        height = 0
        guard !skip(end) else { return elements }
        repeat {
            elements.append(try nested { parser throws(QueryError) in try parser.expression() })
            highest = max(highest, height)
        } while skip(",")
        guard skip(end) else { throw unexpected("',' or '\(end)'") }
        try rise(above: highest)
        return elements
    }
}
