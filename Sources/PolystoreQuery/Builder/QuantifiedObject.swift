import PolystoreModel

/// Related objects, and how many of them must satisfy a comparison.
public struct QuantifiedObject<Destination: AnyObject>: ObjectOperand, Sendable {
    /// The names.
    public let queryExpression: FetchExpression
    /// How many.
    public let queryQuantifier: FetchComparison.Quantifier

    init(_ keys: [PropertyKey], _ quantifier: FetchComparison.Quantifier) {
        queryExpression = .keyPath(keys.map(\.name))
        queryQuantifier = quantifier
    }
}
