/// The path through one to-many relationship to an attribute of each related object: `Company.staff.age`.
public struct ManyAttributePath<Value: AttributeValue>: Sendable {
    /// The steps, the attribute last.
    public let propertyKeys: [PropertyKey]

    /// Makes a path.
    public init(_ propertyKeys: [PropertyKey]) { self.propertyKeys = propertyKeys }
}
