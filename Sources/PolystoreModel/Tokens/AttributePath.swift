/// The path through to-one relationships to an attribute: `Person.employer.name`.
public struct AttributePath<Value: AttributeValue>: Sendable {
    /// The steps, the attribute last.
    public let propertyKeys: [PropertyKey]
    /// The token that the path begins with.
    package let pathRoot: PathRoot

    /// Makes a path.
    public init(_ propertyKeys: [PropertyKey]) { self.init(propertyKeys, .names) }

    init(_ propertyKeys: [PropertyKey], _ root: PathRoot) { (self.propertyKeys, pathRoot) = (propertyKeys, root) }

    /// The path as an expression.
    package var pathExpression: FetchExpression { .keyPath(propertyKeys.map(\.name), root: pathRoot) }
}
