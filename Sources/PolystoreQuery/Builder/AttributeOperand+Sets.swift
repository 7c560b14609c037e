import PolystoreModel

extension AttributeOperand {
    /// The value is one of a list; a missing value never is.
    public func isIn(_ values: some Sequence<Value>) -> FetchPredicate {
        let list = values.map { FetchExpression.constant(FetchExpression.tagged($0)) }
        return FetchPredicate(self, .isIn, .aggregate(list))
    }

    /// The value lies between two bounds, both included.
    public func isBetween(_ range: ClosedRange<Value>) -> FetchPredicate where Value: Comparable {
        isBetween(range.lowerBound, range.upperBound)
    }

    /// The value lies between two bounds, both included.
    public func isBetween<Bound>(_ range: ClosedRange<Bound>) -> FetchPredicate where Value == Bound? {
        isBetween(range.lowerBound, range.upperBound)
    }

    /// The value lies between two bounds, both included; false when one is missing.
    public func isBetween(_ lower: Value, _ upper: Value) -> FetchPredicate {
        let bounds = [lower, upper].map { FetchExpression.constant(FetchExpression.tagged($0)) }
        return FetchPredicate(self, .between, .aggregate(bounds))
    }
}
