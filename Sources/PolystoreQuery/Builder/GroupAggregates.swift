import PolystoreModel

// Aggregates of single values, in columns, orders and conditions of computed requests: of all objects of a group, or of all
// that are found. Missing values are passed over.

/// The number of objects.
public func objectCount() -> Computed<Int> { Computed(.count, .evaluatedObject) }

/// The number of objects that have a value.
public func count(_ value: some AttributeOperand) -> Computed<Int> { Computed(.count, value.queryExpression) }

/// The sum, exactly rounded once; 0 of nothing.
public func sum<Operand: AttributeOperand>(_ value: Operand) -> Computed<Operand.Value.Sum>
where Operand.Value: NumericAttributeValue { Computed(.sum, value.queryExpression) }

/// The average; missing of nothing.
public func average<Operand: AttributeOperand>(_ value: Operand) -> Computed<Operand.Value.Average?>
where Operand.Value: NumericAttributeValue { Computed(.average, value.queryExpression) }

/// The middle value; missing of nothing.
public func median<Operand: AttributeOperand>(_ value: Operand) -> Computed<Operand.Value.Average?>
where Operand.Value: NumericAttributeValue { Computed(.median, value.queryExpression) }

/// The standard deviation of the whole; missing of nothing.
public func deviation<Operand: AttributeOperand>(_ value: Operand) -> Computed<Double?>
where Operand.Value: NumericAttributeValue { Computed(.deviation, value.queryExpression) }

/// The least value; missing of nothing.
public func minimum<Operand: AttributeOperand>(_ value: Operand) -> Computed<Operand.Value?> {
    Computed(.minimum, value.queryExpression)
}

/// The least value; missing of nothing.
public func minimum<Operand: AttributeOperand, Wrapped>(_ value: Operand) -> Computed<Wrapped?>
where Operand.Value == Wrapped? { Computed(.minimum, value.queryExpression) }

/// The greatest value; missing of nothing.
public func maximum<Operand: AttributeOperand>(_ value: Operand) -> Computed<Operand.Value?> {
    Computed(.maximum, value.queryExpression)
}

/// The greatest value; missing of nothing.
public func maximum<Operand: AttributeOperand, Wrapped>(_ value: Operand) -> Computed<Wrapped?>
where Operand.Value == Wrapped? { Computed(.maximum, value.queryExpression) }
