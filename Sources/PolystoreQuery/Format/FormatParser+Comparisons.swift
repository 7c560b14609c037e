import PolystoreModel

extension FormatParser {
    /// Reads a quantifier if there is one, an expression, an operator with options, and an expression.
    mutating func comparison() throws(QueryError) -> FetchComparison {
        var quantifier = FetchComparison.Quantifier.none
        if let known = current.keyword.flatMap({ FormatKeyword.quantifiers[$0] }) {
            quantifier = known
            advance()
        }
        let left = try expression()
        let comparator = try comparator()
        let options = try options()
        let isList = comparator == .isIn || comparator == .between
        let right = isList && current.kind == .symbol("(") ? try list(")") : try expression()
        return FetchComparison(left, comparator, right, quantifier: quantifier, options: options)
    }

    private mutating func comparator() throws(QueryError) -> FetchComparison.Operator {
        let word: String? = if case .symbol(let symbol) = current.kind { symbol } else { current.keyword }
        guard let comparator = word.flatMap({ FormatKeyword.operators[$0] }) else {
            throw unexpected("an operator such as ==, <, CONTAINS or IN")
        }
        advance()
        return comparator
    }

    /// Reads `[c]`, `[d]`, `[n]` or several of them; nothing where there is no bracket.
    mutating func options() throws(QueryError) -> FetchComparison.Options {
        guard skip("[") else { return [] }
        guard case .word(let letters) = current.kind else { throw unexpected("c, d or n") }
        var options: FetchComparison.Options = []
        for letter in letters {
            switch letter {
            case "c", "C": options.insert(.caseInsensitive)
            case "d", "D": options.insert(.diacriticInsensitive)
            case "n", "N": options.insert(.normalized)
            default: throw unexpected("c, d or n")
            }
        }
        advance()
        try expect("]")
        return options
    }

    /// Reads expressions between the symbol that stands here and its end.
    mutating func list(_ end: String) throws(QueryError) -> FetchExpression {
        advance()
        var elements: [FetchExpression] = []
        if skip(end) { return .aggregate(elements) }
        repeat {
            elements.append(try nested { parser throws(QueryError) in try parser.expression() })
        } while skip(",")
        guard skip(end) else { throw unexpected("',' or '\(end)'") }
        return .aggregate(elements)
    }
}
