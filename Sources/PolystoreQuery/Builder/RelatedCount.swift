import PolystoreModel

/// The number of objects that a to-many relationship leads to.
public struct RelatedCount: AttributeOperand, Sendable {
    /// A count is an integer.
    public typealias Value = Int

    /// The names, `@count` last.
    public let queryExpression: FetchExpression

    init(_ keys: [PropertyKey], _ root: PathRoot) {
        queryExpression = .keyPath(keys.map(\.name) + ["@count"], root: root)
    }
}
