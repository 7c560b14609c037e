import PolystoreStorage

extension FetchPredicate {
    /// A key path compared with a constant.
    static func compare(
        _ keyPath: String, _ comparator: FetchComparison.Operator, _ value: Value,
        _ options: FetchComparison.Options = [], quantifier: FetchComparison.Quantifier = .none
    ) -> FetchPredicate {
        compare(keyPath, comparator, .constant(value), options, quantifier: quantifier)
    }

    /// A key path compared with an expression.
    static func compare(
        _ keyPath: String, _ comparator: FetchComparison.Operator, _ right: FetchExpression,
        _ options: FetchComparison.Options = [], quantifier: FetchComparison.Quantifier = .none
    ) -> FetchPredicate {
        .comparison(FetchComparison(.path(keyPath), comparator, right, quantifier: quantifier, options: options))
    }
}

extension FetchExpression {
    /// A key path of names with dots between them.
    static func path(_ text: String) -> FetchExpression { .keyPath(text.split(separator: ".").map(String.init)) }

    /// A list of constants.
    static func list(_ values: [Value]) -> FetchExpression { .aggregate(values.map { .constant($0) }) }
}

extension FetchComparison.Operator {
    /// What the operator says of places in an order; nil for operators on lists and text.
    func holds(_ left: Int, _ right: Int) -> Bool? {
        switch self {
        case .equal: left == right
        case .notEqual: left != right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        case .between, .isIn, .contains, .beginsWith, .endsWith, .like, .matches: nil
        }
    }

    /// The operators that compare two values.
    static let ofValues: [FetchComparison.Operator] = allCases.filter { $0.holds(0, 0) != nil }
}
