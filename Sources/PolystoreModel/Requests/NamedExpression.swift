/// An expression and the name that its value has in dictionary results.
public struct NamedExpression: Hashable, Sendable, Codable {
    /// The name.
    public var name: String
    /// The expression.
    public var expression: FetchExpression
    /// The words of its text that were read as values.
    package var words = Incidental<[ReservedWord]>([])

    private enum CodingKeys: String, CodingKey { case name, expression }

    /// Makes a named expression.
    public init(_ name: String, _ expression: FetchExpression) {
        self.name = name
        self.expression = expression
    }
}
