/// The path through to-one relationships to an attribute: `Person.employer.name`.
public struct AttributePath<Value: AttributeValue>: Sendable {
    /// The steps, the attribute last.
    public let propertyKeys: [PropertyKey]

    /// Makes a path.
    public init(_ propertyKeys: [PropertyKey]) { self.propertyKeys = propertyKeys }
}
