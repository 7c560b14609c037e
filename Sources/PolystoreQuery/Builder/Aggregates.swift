import PolystoreModel

// Functions of collections.

/// The sum, exactly rounded once; 0 of nothing: `sum(Company.staff.age)`.
public func sum<Values: CollectionOperand>(_ values: Values) -> Computed<Values.Element.Sum>
where Values.Element: NumericAttributeValue { Computed(.sum, values.queryExpression) }

/// The average; missing of nothing.
public func average<Values: CollectionOperand>(_ values: Values) -> Computed<Values.Element.Average?>
where Values.Element: NumericAttributeValue { Computed(.average, values.queryExpression) }

/// The least value; missing of nothing.
public func minimum<Values: CollectionOperand>(_ values: Values) -> Computed<Values.Element> {
    Computed(.minimum, values.queryExpression)
}

/// The greatest value; missing of nothing.
public func maximum<Values: CollectionOperand>(_ values: Values) -> Computed<Values.Element> {
    Computed(.maximum, values.queryExpression)
}

/// The middle value; missing of nothing.
public func median<Values: CollectionOperand>(_ values: Values) -> Computed<Values.Element.Average?>
where Values.Element: NumericAttributeValue { Computed(.median, values.queryExpression) }

/// The standard deviation of the whole; missing of nothing.
public func deviation<Values: CollectionOperand>(_ values: Values) -> Computed<Double?>
where Values.Element: NumericAttributeValue { Computed(.deviation, values.queryExpression) }

/// The most frequent values.
public func mode<Values: CollectionOperand>(_ values: Values) -> CollectedValues<Values.Element> {
    CollectedValues(.function(ExpressionFunction.mode.rawValue, [values.queryExpression]))
}

/// The number of values that are there.
public func count(_ values: some CollectionOperand) -> Computed<Int> { Computed(.count, values.queryExpression) }

/// The first element; missing when there is none.
public func first<Values: CollectionOperand>(of values: Values) -> Computed<Values.Element> {
    Computed(.element(values.queryExpression, .first))
}

/// The last element; missing when there is none.
public func last<Values: CollectionOperand>(of values: Values) -> Computed<Values.Element> {
    Computed(.element(values.queryExpression, .last))
}

/// The element of a number that counts from 0; missing beyond the ends.
public func element<Values: CollectionOperand>(_ number: Int, of values: Values) -> Computed<Values.Element> {
    Computed(.element(values.queryExpression, .index(.constant(.integer(Int64(number))))))
}

/// The number of elements, missing ones included.
public func size(of values: some CollectionOperand) -> Computed<Int> {
    Computed(.element(values.queryExpression, .size))
}
