import PolystoreModel

extension FormatParser {
    /// Reads a call: a name, and operands in parentheses.
    mutating func call(of name: String) throws(QueryError) -> FetchExpression {
        advance()
        advance()
        switch name.uppercased() {
        case "SUBQUERY": return try nested { parser throws(QueryError) in try parser.subquery() }
        case "FETCH": return try nested { parser throws(QueryError) in try parser.fetch() }
        case "TERNARY": return try nested { parser throws(QueryError) in try parser.conditional() }
        case "CAST":
            return .function(ExpressionFunction.cast.rawValue, try elements(to: ")"))
        case "FUNCTION": return try selector()
        default: return .function(name, try elements(to: ")"))
        }
    }

    /// The argument of the caller for a placeholder of a value.
    mutating func argument(for letter: Character) throws(QueryError) -> FetchExpression {
        let offset = current.offset
        let argument = try argument()
        guard let placeholder = FormatPlaceholder(rawValue: letter), placeholder.takes(argument) else {
            let expected = FormatPlaceholder(rawValue: letter)?.expectation
            throw QueryError(.argumentMismatch, [.offset: String(offset), .expected: expected])
        }
        return argument
    }

    private mutating func subquery() throws(QueryError) -> FetchExpression {
        let collection = try expression()
        var highest = height
        try expect(",")
        guard case .variable(let variable) = current.kind else { throw unexpected("a variable such as $x") }
        advance()
        try expect(",")
        let predicate = try predicate()
        highest = max(highest, height)
        try expect(")")
        try rise(above: highest)
        return .subquery(collection, variable: variable, predicate)
    }

    private mutating func conditional() throws(QueryError) -> FetchExpression {
        let test = try predicate()
        var highest = height
        try expect(",")
        let first = try expression()
        highest = max(highest, height)
        try expect(",")
        let second = try expression()
        highest = max(highest, height)
        try expect(")")
        try rise(above: highest)
        return .conditional(test, first, second)
    }

    /// Reads `FUNCTION(target, "selector", …)`: the function of the selector, and the target as its first operand; or
    /// `FUNCTION("name", …)` with the name first.
    ///
    /// Selectors are names of functions and nothing else: no text ever calls code by its name.
    private mutating func selector() throws(QueryError) -> FetchExpression {
        let start = current.offset
        var operands = try elements(to: ")")
        guard let place = operands.prefix(2).lastIndex(where: \.isText),
            case .constant(.string(let name), _) = operands.remove(at: place)
        else { throw FormatParser.error("a function's name as text, first or behind its first operand", at: start) }
        if name == "valueForKeyPath:" || name == "valueForKey:" {
            guard operands.count == 2, case .constant(.string(let path), _) = operands[1] else {
                throw FormatParser.error("a key path as text", at: start)
            }
            let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            return operands[0] == .evaluatedObject ? .keyPath(names) : FormatParser.path(from: operands[0], names)
        }
        return .function(ExpressionFunction.selectors[name]?.rawValue ?? name, operands)
    }
}

extension FetchExpression {
    /// Whether the expression is a text.
    fileprivate var isText: Bool { if case .constant(.string, _) = self { true } else { false } }
}
