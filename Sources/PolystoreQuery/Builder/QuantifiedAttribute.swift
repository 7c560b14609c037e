import PolystoreModel

/// The values of an attribute of all related objects, and how many of them must satisfy a comparison.
public struct QuantifiedAttribute<Value: AttributeValue>: AttributeOperand, Sendable {
    /// The type of the values.
    public typealias ColumnValue = Value

    /// The names.
    public let queryExpression: FetchExpression
    /// How many.
    public let queryQuantifier: FetchComparison.Quantifier

    init(_ expression: FetchExpression, _ quantifier: FetchComparison.Quantifier) {
        queryExpression = expression
        queryQuantifier = quantifier
    }

    init(_ path: ManyAttributePath<Value>, _ quantifier: FetchComparison.Quantifier) {
        queryExpression = path.pathExpression
        queryQuantifier = quantifier
    }
}
