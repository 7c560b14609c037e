import Foundation
import PolystoreModel

extension FormatParser {
    /// Reads an operand without operators, with what follows it directly.
    mutating func primary() throws(QueryError) -> FormatNode {
        if skip("(") {
            let inner = try nested { parser throws(QueryError) in try parser.node() }
            try expect(")")
            guard case .expression(let expression) = inner else { return inner }
            return .expression(try postfix(expression))
        }
        height = 0
        return .expression(try postfix(try plainOperand()))
    }

    private mutating func plainOperand() throws(QueryError) -> FetchExpression {
        switch current.kind {
        case .string(let text):
            advance()
            return .constant(.string(text))
        case .number: return .constant(try number(isNegative: false))
        case .variable(let name):
            advance()
            guard skip(":=") else { return .variable(name) }
            let value = try nested { parser throws(QueryError) in try parser.expression() }
            try rise(above: height)
            return .assignment(name, value)
        case .placeholder("K"), .name, .operation: return .keyPath(try step())
        case .placeholder(let letter): return try argument(for: letter)
        case .symbol("{"): return try list("}")
        case .symbol("-"): return try negative()
        case .word(let word): return try expression(of: word)
        case .symbol, .end: throw unexpected("a key path or a value")
        }
    }

    private mutating func negative() throws(QueryError) -> FetchExpression {
        advance()
        if case .number = current.kind { return .constant(try number(isNegative: true)) }
        if isAt("INFINITY") { return .constant(try number(isNegative: true)) }
        let operand = try nested { parser throws(QueryError) in try parser.expression(at: .operand) }
        try rise(above: height)
        return .function(ExpressionFunction.subtract.rawValue, [.constant(.integer(0)), operand])
    }

    private mutating func expression(of word: String) throws(QueryError) -> FetchExpression {
        let isCall = following.kind == .symbol("(")
        if isCall, let literal = FormatLiteral(rawValue: word.lowercased()) { return .constant(try typed(literal)) }
        let constant: Value
        switch word.uppercased() {
        case "NULL", "NIL": constant = .missing
        case "TRUE", "YES": constant = .boolean(true)
        case "FALSE", "NO": constant = .boolean(false)
        case "INFINITY": constant = .double(.infinity)
        case "SELF":
            advance()
            return .evaluatedObject
        case let keyword where FormatKeyword.reserved.contains(keyword):
            throw unexpected("a key path or a value (write #\(word) for a property of that name)")
        default: return isCall ? try call(of: word) : .keyPath(try step())
        }
        guard following.kind != .symbol(".") else {
            throw unexpected("a key path (write #\(word) for a property of that name)")
        }
        let literal = LiteralWord(word, at: current.offset)
        advance()
        return .constant(constant, word: literal)
    }

    /// Reads the names of a key path: those of this step, then one behind each point.
    mutating func path() throws(QueryError) -> [String] {
        var names = try step()
        while skip(".") { names += try step() }
        return names
    }

    /// Reads one name, or the names of an argument.
    mutating func step() throws(QueryError) -> [String] {
        switch current.kind {
        case .word(let name), .name(let name):
            advance()
            return [name]
        case .operation(let name):
            advance()
            return ["@" + name]
        case .placeholder("K"):
            let offset = current.offset
            switch try argument() {
            case .keyPath(let names, _): return names
            case .constant(.string(let text), _):
                return text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            default:
                throw QueryError(.argumentMismatch, [.offset: String(offset), .expected: "a key path for %K"])
            }
        default: throw unexpected("a property's name or an operator such as @count")
        }
    }

    /// Reads a number: an integer without a point, a decimal with one, a double with an exponent.
    private mutating func number(isNegative: Bool) throws(QueryError) -> Value {
        if isNegative, skip("INFINITY") { return .double(-.infinity) }
        guard case .number(let digits) = current.kind else { throw unexpected("a number") }
        let text = isNegative ? "-" + digits : digits
        let value: Value? =
            if digits.contains("e") {
                Double(text).flatMap { $0.isFinite ? .double($0) : nil }
            } else if let integer = Int64(text) {
                .integer(integer)
            } else {
                FormatLiteral.decimal(text)
            }
        guard let value else { throw unexpected("a number of at most 38 digits, or a smaller exponent") }
        advance()
        return value
    }

    /// Reads a value whose type is named: `date("2024-02-29")`.
    private mutating func typed(_ literal: FormatLiteral) throws(QueryError) -> Value {
        advance()
        try expect("(")
        let isNegative = skip("-")
        let value: Value?
        switch current.kind {
        case .string(let text) where !isNegative: value = literal.value(text)
        case .number where literal == .date:
            let offset = current.offset
            guard case .double(let seconds) = try number(isNegative: isNegative).asDouble else {
                throw FormatParser.error("seconds", at: offset)
            }
            try expect(")")
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        default: value = nil
        }
        guard let value else { throw unexpected(literal.expectation) }
        advance()
        try expect(")")
        return value
    }
}

extension Value {
    /// The number as a double; any other value as it is.
    fileprivate var asDouble: Value {
        switch self {
        case .integer(let value): .double(Double(value))
        case .decimal(let value): .double(Double(truncating: value as NSDecimalNumber))
        default: self
        }
    }
}
