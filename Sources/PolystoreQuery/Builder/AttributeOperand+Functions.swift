import Foundation
import PolystoreModel

extension AttributeOperand where Value: NumericAttributeValue {
    /// The remainder of a division, with the sign of the number that is divided.
    public func remainder(dividingBy divisor: Value) -> Computed<Value> {
        Computed(.remainder, queryExpression, .constant(FetchExpression.tagged(divisor)))
    }

    /// The power; of an integer by a negative one a double.
    public func raised(to exponent: Value) -> Computed<Value> {
        Computed(.power, queryExpression, .constant(FetchExpression.tagged(exponent)))
    }

    /// The number without its sign.
    public func absolute() -> Computed<Value> { Computed(.absolute, queryExpression) }
    /// The greatest integer that is not above the number, of its type.
    public func roundedDown() -> Computed<Value> { Computed(.floor, queryExpression) }
    /// The least integer that is not below the number, of its type.
    public func roundedUp() -> Computed<Value> { Computed(.ceiling, queryExpression) }
    /// The number without its fraction, of its type.
    public func truncated() -> Computed<Value> { Computed(.truncation, queryExpression) }
    /// The square root; missing below zero.
    public func squareRoot() -> Computed<Double> { Computed(.squareRoot, queryExpression) }
    /// The power of e.
    public func exponential() -> Computed<Double> { Computed(.exponential, queryExpression) }
    /// The logarithm to the base e.
    public func naturalLogarithm() -> Computed<Double> { Computed(.naturalLogarithm, queryExpression) }
    /// The logarithm to the base 10.
    public func logarithm() -> Computed<Double> { Computed(.logarithm, queryExpression) }

    /// The bits that both integers have.
    public func bitwiseAnd(_ other: Value) -> Computed<Value> { bits(.bitwiseAnd, other) }
    /// The bits that one of the integers has.
    public func bitwiseOr(_ other: Value) -> Computed<Value> { bits(.bitwiseOr, other) }
    /// The bits that only one of the integers has.
    public func bitwiseXor(_ other: Value) -> Computed<Value> { bits(.bitwiseXor, other) }
    /// The bits that the integer has not.
    public func onesComplement() -> Computed<Value> { Computed(.onesComplement, queryExpression) }
    /// The bits moved to the left.
    public func shiftedLeft(by count: Int) -> Computed<Value> {
        Computed(.leftShift, queryExpression, .constant(.integer(Int64(count))))
    }
    /// The bits moved to the right, with the sign kept.
    public func shiftedRight(by count: Int) -> Computed<Value> {
        Computed(.rightShift, queryExpression, .constant(.integer(Int64(count))))
    }

    private func bits(_ function: ExpressionFunction, _ other: Value) -> Computed<Value> {
        Computed(function, queryExpression, .constant(FetchExpression.tagged(other)))
    }
}

extension AttributeOperand where Value: TextAttributeValue {
    /// The text in capital letters.
    public func uppercased() -> Computed<Value> { Computed(.uppercase, queryExpression) }
    /// The text in small letters.
    public func lowercased() -> Computed<Value> { Computed(.lowercase, queryExpression) }
    /// The text folded as `[cd]` folds it.
    public func canonical() -> Computed<Value> { Computed(.canonical, queryExpression) }
    /// The number of Unicode scalars.
    public func length() -> Computed<Int> { Computed(.length, queryExpression) }
}

extension AttributeOperand {
    /// The value as another type; missing where it means nothing there.
    public func cast<Result: AttributeValue>(to type: CastType, as result: Result.Type) -> Computed<Result> {
        Computed(.cast, queryExpression, .constant(.string(type.rawValue)))
    }

    /// The value itself, which no index is used for.
    public func withoutIndex() -> Computed<Value> { Computed(.noIndex, queryExpression) }

    /// The value lies between those of two other operands, both included.
    public func isBetween<Lower: AttributeOperand, Upper: AttributeOperand>(
        _ lower: Lower, _ upper: Upper
    ) -> FetchPredicate {
        FetchPredicate(self, .between, .aggregate([lower.queryExpression, upper.queryExpression]))
    }

    /// The value is one of a collection; a missing value never is.
    public func isIn(_ values: some CollectionOperand<Value>) -> FetchPredicate {
        FetchPredicate(self, .isIn, values.queryExpression)
    }

    /// The comparison by an operator, with options on how text is folded.
    public func compared(
        _ comparator: FetchComparison.Operator, to value: Value, options: FetchComparison.Options = []
    ) -> FetchPredicate {
        FetchPredicate(self, comparator, .constant(FetchExpression.tagged(value)), options)
    }
}
