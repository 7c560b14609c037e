import PolystoreModel

extension FetchPredicate {
    init<Left: AttributeOperand>(
        _ left: Left, _ comparator: FetchComparison.Operator, _ right: Left.Value,
        _ options: FetchComparison.Options = []
    ) {
        self.init(left, comparator, .constant(FetchExpression.tagged(right)), options)
    }

    init<Left: AttributeOperand, Right: AttributeOperand>(
        _ left: Left, _ comparator: FetchComparison.Operator, _ right: Right, _ options: FetchComparison.Options = []
    ) {
        // At most one side goes through a to-many relationship; resolution says so if both do.
        let quantifier = left.queryQuantifier == .none ? right.queryQuantifier : left.queryQuantifier
        self = .comparison(
            FetchComparison(
                left.queryExpression, comparator, right.queryExpression, quantifier: quantifier, options: options))
    }

    init(_ left: some ObjectOperand, _ comparator: FetchComparison.Operator, _ right: ObjectID?) {
        self = .comparison(
            FetchComparison(
                left.queryExpression, comparator, .constant(right.map(Value.object) ?? .missing),
                quantifier: left.queryQuantifier))
    }

    init(
        _ left: some AttributeOperand, _ comparator: FetchComparison.Operator, _ right: FetchExpression,
        _ options: FetchComparison.Options = []
    ) {
        self = .comparison(
            FetchComparison(
                left.queryExpression, comparator, right, quantifier: left.queryQuantifier, options: options))
    }
}

extension FetchExpression {
    /// The tagged value.
    ///
    /// An operator cannot throw. A value that cannot be stored, such as NaN, is refused when the request is resolved.
    package static func tagged(_ value: some AttributeValue) -> Value {
        // What cannot be tagged is no number and no text: NaN stands for it, which resolution refuses.
        (try? value.tagged) ?? .double(.nan)
    }
}
