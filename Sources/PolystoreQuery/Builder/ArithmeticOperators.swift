import PolystoreModel

// Arithmetic follows the rules of the expression language: integers stay integers, a missing operand makes a missing
// result, and overflow is an error when the request runs. The result is taken for the type of the left operand.

extension AttributeOperand where Value: NumericAttributeValue {
    /// The sum.
    public static func + (left: Self, right: Value) -> Computed<Value> { left.computed(.add, right) }
    /// The difference.
    public static func - (left: Self, right: Value) -> Computed<Value> { left.computed(.subtract, right) }
    /// The product.
    public static func * (left: Self, right: Value) -> Computed<Value> { left.computed(.multiply, right) }
    /// The quotient; of integers without the fraction, and missing for zero.
    public static func / (left: Self, right: Value) -> Computed<Value> { left.computed(.divide, right) }

    /// The sum.
    public static func + <Right: AttributeOperand>(left: Self, right: Right) -> Computed<Value>
    where Right.Value: NumericAttributeValue { left.computed(.add, right) }
    /// The difference.
    public static func - <Right: AttributeOperand>(left: Self, right: Right) -> Computed<Value>
    where Right.Value: NumericAttributeValue { left.computed(.subtract, right) }
    /// The product.
    public static func * <Right: AttributeOperand>(left: Self, right: Right) -> Computed<Value>
    where Right.Value: NumericAttributeValue { left.computed(.multiply, right) }
    /// The quotient; of integers without the fraction, and missing for zero.
    public static func / <Right: AttributeOperand>(left: Self, right: Right) -> Computed<Value>
    where Right.Value: NumericAttributeValue { left.computed(.divide, right) }

    /// The number with the other sign.
    public static prefix func - (operand: Self) -> Computed<Value> {
        Computed(.subtract, .constant(.integer(0)), operand.queryExpression)
    }

    fileprivate func computed(_ function: ExpressionFunction, _ right: Value) -> Computed<Value> {
        Computed(function, queryExpression, .constant(FetchExpression.tagged(right)))
    }

    fileprivate func computed(_ function: ExpressionFunction, _ right: some AttributeOperand) -> Computed<Value> {
        Computed(function, queryExpression, right.queryExpression)
    }
}
