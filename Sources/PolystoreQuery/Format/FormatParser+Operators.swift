import PolystoreModel

extension FormatParser {
    /// Reads one operand of a comparison.
    mutating func expression() throws(QueryError) -> FetchExpression { try expression(at: .set) }

    /// Reads an expression whose operators bind at least as tightly as a level.
    mutating func expression(at level: FormatOperator.Level) throws(QueryError) -> FetchExpression {
        let offset = current
        guard case .expression(let expression) = try operand(at: level) else {
            throw FormatParser.error("a key path or a value", found: offset.name, at: offset.offset)
        }
        return expression
    }

    /// Reads operands and the operators between them that bind at least as tightly as a level; a lone operand may be a
    /// predicate in parentheses.
    mutating func operand(at level: FormatOperator.Level) throws(QueryError) -> FormatNode {
        let first = try primary()
        guard case .expression(let left) = first else { return first }
        return .expression(try operators(behind: left, from: level))
    }

    /// Reads what follows an operand that was read already.
    mutating func continued(_ operand: FetchExpression) throws(QueryError) -> FetchExpression {
        try operators(behind: try postfix(operand), from: .set)
    }

    private mutating func operators(
        behind first: FetchExpression, from least: FormatOperator.Level
    ) throws(QueryError) -> FetchExpression {
        var left = first
        while let (operation, level) = FormatOperator.operation(current), level >= least {
            let leftHeight = height
            advance()
            // Powers group from the right, everything else from the left.
            let right =
                level == .power
                ? try nested { parser throws(QueryError) in try parser.expression(at: .power) }
                : try expression(at: level.next)
            try rise(above: max(leftHeight, height))
            left = operation.applied(left, right)
        }
        return left
    }

    /// Reads names and brackets behind an operand: `.name`, `[0]`, `[FIRST]`.
    mutating func postfix(_ operand: FetchExpression) throws(QueryError) -> FetchExpression {
        var operand = operand
        while true {
            if current.kind == .symbol(".") {
                var names: [String] = []
                while skip(".") { names += try step() }
                let isPath =
                    switch operand.kind {
                    case .keyPath, .evaluatedObject, .path: true
                    default: false
                    }
                if !isPath { try rise(above: height) }
                operand = FormatParser.path(from: operand, names)
            } else if isAtSortOptions {
                return operand
            } else if skip("[") {
                let leftHeight = height
                let element = try nested { parser throws(QueryError) in try parser.elementSelector() }
                try rise(above: max(leftHeight, height))
                operand = .element(operand, element)
                try expect("]")
            } else {
                return operand
            }
        }
    }

    /// The names behind an operand: part of its own path if it is one.
    static func path(from operand: FetchExpression, _ names: [String]) -> FetchExpression {
        switch operand {
        case .keyPath(let first, _): .keyPath(first + names)
        case .evaluatedObject: .keyPath(["SELF"] + names)
        case .path(let start, let first): .path(start, first + names)
        default: .path(operand, names)
        }
    }

    private mutating func elementSelector() throws(QueryError) -> ElementSelector {
        if following.kind == .symbol("]") {
            if skip("FIRST") { return .first }
            if skip("LAST") { return .last }
            if skip("SIZE") { return .size }
        }
        return .index(try expression())
    }
}
