import PolystoreModel

/// Related objects, and how many of them must satisfy a comparison.
public struct QuantifiedObject<Destination: AnyObject>: ObjectOperand, Sendable {
    /// The names.
    public let queryExpression: FetchExpression
    /// How many.
    public let queryQuantifier: FetchComparison.Quantifier

    init(_ expression: FetchExpression, _ quantifier: FetchComparison.Quantifier) {
        queryExpression = expression
        queryQuantifier = quantifier
    }
}
