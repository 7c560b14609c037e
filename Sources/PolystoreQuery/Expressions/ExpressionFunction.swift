/// The functions of the expression language: a closed list, so that no text ever calls anything else.
///
/// The raw value is the name in text and trees.
public enum ExpressionFunction: String, Hashable, Sendable, CaseIterable {
    // Of collections.
    case sum, count
    case minimum = "min"
    case maximum = "max"
    case average, median, mode
    case deviation = "stddev"
    // Of numbers.
    case add = "add:to:"
    case subtract = "from:subtract:"
    case multiply = "multiply:by:"
    case divide = "divide:by:"
    case remainder = "modulus:by:"
    case power = "raise:toPower:"
    case squareRoot = "sqrt"
    case logarithm = "log"
    case naturalLogarithm = "ln"
    case exponential = "exp"
    case floor, ceiling
    case truncation = "trunc"
    case absolute = "abs"
    // Of the bits of integers.
    case bitwiseAnd = "bitwiseAnd:with:"
    case bitwiseOr = "bitwiseOr:with:"
    case bitwiseXor = "bitwiseXor:with:"
    case leftShift = "leftshift:by:"
    case rightShift = "rightshift:by:"
    case onesComplement
    // Of text.
    case uppercase, lowercase, canonical, length
    // Of anything.
    case now
    case noIndex = "noindex"
    case cast = "castObject:toType:"

    /// Other names that are read: those of selectors, with a colon at the end or of Foundation's methods.
    static let selectors: [String: ExpressionFunction] = {
        var names: [String: ExpressionFunction] = [
            "uppercaseString": .uppercase, "lowercaseString": .lowercase, "avg": .average,
        ]
        for function in allCases {
            names[function.rawValue] = function
            if !function.rawValue.hasSuffix(":") { names[function.rawValue + ":"] = function }
        }
        return names
    }()

    /// How many operands there are.
    var operandCount: ClosedRange<Int> {
        switch self {
        case .sum, .count, .minimum, .maximum, .average, .median, .mode, .deviation: 1...Int.max
        case .add, .subtract, .multiply, .divide, .remainder, .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor,
            .leftShift, .rightShift, .cast:
            2...2
        case .now: 0...0
        default: 1...1
        }
    }

    /// Whether the function makes one value of a collection.
    package var isAggregate: Bool { operandCount.upperBound == .max }
}
