import PolystoreModel

extension FormatPrinter {
    /// The text of an expression.
    static func text(_ expression: FetchExpression) -> String {
        switch expression {
        case .constant(let value, _): text(value)
        case .keyPath(let names, _): path(names)
        case .evaluatedObject: "SELF"
        case .variable(let name): "$\(name)"
        case .aggregate(let elements): "{\(list(elements))}"
        case .function(let name, let operands): call(name, operands)
        case .conditional(let test, let first, let second): "TERNARY(\(text(test)), \(text(first)), \(text(second)))"
        case .subquery(let objects, let variable, let test): "SUBQUERY(\(text(objects)), $\(variable), \(text(test)))"
        // A word that stands for a value is not followed by a point: it would be meant for a property.
        case .path(.constant(let value, _), let names): "(\(text(value))).\(path(names))"
        case .path(let start, let names): "\(text(start, at: .operand)).\(path(names))"
        case .element(let collection, let element): "\(text(collection, at: .operand))[\(text(element))]"
        case .combination(let first, let operation, let second): infix(.combination(operation), first, second)
        case .assignment(let name, let value): "$\(name) := \(text(value))"
        case .fetch(let request, let countOnly): "FETCH(\(text(request))\(countOnly ? ", TRUE" : ""))"
        }
    }

    private static func list(_ expressions: [FetchExpression]) -> String {
        expressions.map(text).joined(separator: ", ")
    }

    private static func text(_ element: ElementSelector) -> String {
        switch element {
        case .first: "FIRST"
        case .last: "LAST"
        case .size: "SIZE"
        // A path of one such name would be read as the word.
        case .index(.keyPath(let names, _)) where names.count == 1 && isElementWord(names[0]): "`\(names[0])`"
        case .index(let number): text(number)
        }
    }

    private static func isElementWord(_ name: String) -> Bool {
        ["FIRST", "LAST", "SIZE"].contains(name.uppercased())
    }

    /// A function as an operator where it has one, or else as a call; with its name as text where a call would be read as
    /// something else.
    private static func call(_ name: String, _ operands: [FetchExpression]) -> String {
        if operands.count == 2, FormatOperator.function(name).form != nil {
            return infix(.function(name), operands[0], operands[1])
        }
        if FormatKeyword.isCallable(name) { return "\(name)(\(list(operands)))" }
        // Of two texts the second is the name, so it stands behind the first operand if there is one.
        return "FUNCTION(\(list(operands.prefix(1) + [.constant(.string(name))] + operands.dropFirst())))"
    }

    private static func infix(
        _ operation: FormatOperator, _ left: FetchExpression, _ right: FetchExpression
    ) -> String {
        guard let (word, level) = operation.form else { return "\(text(left)), \(text(right))" }
        let isPower = level == .power
        let first = text(left, at: isPower ? level.next : level)
        return "\(first) \(word) \(text(right, at: isPower ? level : level.next))"
    }

    /// The text of an expression as an operand that binds at least as tightly as a level.
    private static func text(_ expression: FetchExpression, at level: FormatOperator.Level) -> String {
        let isLoose: Bool
        switch expression {
        case .assignment: isLoose = true
        case .combination(_, let operation, _):
            isLoose = (FormatOperator.combination(operation).form?.level ?? .operand) < level
        case .function(let name, let operands):
            isLoose = operands.count == 2 && (FormatOperator.function(name).form?.level ?? .operand) < level
        default: isLoose = false
        }
        return isLoose ? "(\(text(expression)))" : text(expression)
    }

    /// The text of an operand of a comparison.
    static func operand(_ expression: FetchExpression) -> String {
        if case .assignment = expression { "(\(text(expression)))" } else { text(expression) }
    }
}
