import PolystoreModel

/// One comparison of what expressions give.
struct ExpressionTest {
    private let comparator: FetchComparison.Operator
    private let options: FetchComparison.Options
    private let plain: ValueComparison

    private let patterns: PatternCache

    init(_ comparator: FetchComparison.Operator, _ options: FetchComparison.Options, _ patterns: PatternCache) {
        self.patterns = patterns
        self.comparator = comparator
        self.options = options
        plain = ValueComparison(comparator, options.subtracting(.localized))
    }

    /// Whether the comparison holds.
    func matches(_ left: ExpressionResult, _ right: ExpressionResult) throws -> Bool {
        switch (comparator, left, right) {
        case (.isIn, .value(let value), .list(let list)):
            return try !value.isMissing && list.contains { try matches(value, .equal, $0) }
        case (.contains, .list(let list), .value(let value)):
            return try list.contains { try matches($0, .equal, value) }
        case (.between, .value(let value), .list(let bounds)):
            guard bounds.count == 2 else { return false }
            return try matches(value, .greaterOrEqual, bounds[0]) && matches(value, .lessOrEqual, bounds[1])
        case (_, .value(let left), .value(let right)): return try matches(left, comparator, right)
        default: return false
        }
    }

    private func matches(_ left: Value, _ comparator: FetchComparison.Operator, _ right: Value) throws -> Bool {
        if comparator == .matches {
            guard let text = left.comparableText, let pattern = right.comparableText else { return false }
            return try patterns.matches(text, pattern, plain.folding)
        }
        if options.contains(.localized), let left = left.comparableText, let right = right.comparableText {
            return LocalizedComparison(comparator, options).matches(left, right)
        }
        if comparator == self.comparator { return plain.matches(left, right) }
        return ValueComparison(comparator, options.subtracting(.localized)).matches(left, right)
    }
}
