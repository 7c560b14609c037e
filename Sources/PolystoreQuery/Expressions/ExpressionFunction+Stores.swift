import PolystoreModel

// What a store needs that computes expressions by itself: the same code, so the same answers and the same errors.

extension ExpressionFunction {
    /// The value of the function: for single operands, or, of functions of collections, for the operands as elements.
    ///
    /// A function whose result is a list gives a missing value.
    ///
    /// - Throws: `QueryError` with code `arithmeticOverflow`.
    package func result(of operands: [Value]) throws(QueryError) -> Value {
        isAggregate ? try aggregate(operands).single : try value(operands)
    }
}

extension CastType {
    /// A value as the type; missing where it has no meaning there.
    package func converted(_ value: Value) -> Value { self.value(value) }
}

extension Value {
    /// The text of a string or a URI, which operators on text work on.
    package var searchedText: String? { comparableText }
}
