/// An expression and the name that its value has in dictionary results.
public struct NamedExpression: Hashable, Sendable, Codable {
    /// The name.
    public var name: String
    /// The expression.
    public var expression: FetchExpression

    /// Makes a named expression.
    public init(_ name: String, _ expression: FetchExpression) {
        self.name = name
        self.expression = expression
    }
}
