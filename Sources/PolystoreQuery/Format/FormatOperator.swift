import PolystoreModel

/// The operators between two expressions, and how tightly they bind.
enum FormatOperator: Hashable {
    /// An operator of arithmetic, by the function that it stands for.
    case function(String)
    case combination(SetOperation)

    /// Operators of a greater level bind tighter.
    enum Level: Int, Comparable {
        case set, sum, product, power, operand

        static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

        /// The level that binds tighter by one.
        var next: Level { Level(rawValue: rawValue + 1) ?? .operand }
    }

    private static let all: [(text: String, level: Level, operation: FormatOperator)] = [
        ("UNION", .set, .combination(.union)), ("INTERSECT", .set, .combination(.intersect)),
        ("MINUS", .set, .combination(.minus)), ("+", .sum, .function(ExpressionFunction.add.rawValue)),
        ("-", .sum, .function(ExpressionFunction.subtract.rawValue)),
        ("*", .product, .function(ExpressionFunction.multiply.rawValue)),
        ("/", .product, .function(ExpressionFunction.divide.rawValue)),
        ("**", .power, .function(ExpressionFunction.power.rawValue)),
    ]

    private static let byText = Dictionary(uniqueKeysWithValues: all.map { ($0.text, ($0.operation, $0.level)) })

    /// The operator of a token, and its level.
    static func operation(_ token: FormatToken) -> (FormatOperator, Level)? {
        let text: String? = if case .symbol(let symbol) = token.kind { symbol } else { token.keyword }
        return text.flatMap { byText[$0] }
    }

    /// How the operator is written, and its level.
    var form: (text: String, level: Level)? {
        FormatOperator.all.first { $0.operation == self }.map { ($0.text, $0.level) }
    }

    /// The expression of two operands.
    func applied(_ left: FetchExpression, _ right: FetchExpression) -> FetchExpression {
        switch self {
        case .function(let name): .function(name, [left, right])
        case .combination(let operation): .combination(left, operation, right)
        }
    }
}
