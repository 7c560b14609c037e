/// The path through to-one relationships to the objects of a to-many relationship: `Person.employer.staff`.
@dynamicMemberLookup
public struct ToManyPath<Destination: AnyObject>: Sendable {
    /// The steps.
    public let relationshipPropertyKeys: [PropertyKey]

    /// Makes a path.
    public init(_ keys: [PropertyKey]) { relationshipPropertyKeys = keys }

    /// The path to an attribute of the objects.
    public subscript<Value>(
        dynamicMember member: KeyPath<Destination.Type, Attribute<Value>>
    ) -> ManyAttributePath<Value> {
        ManyAttributePath(relationshipPropertyKeys + [Destination.self[keyPath: member].propertyKey])
    }

    /// The path to the objects that the objects refer to.
    public subscript<Next>(dynamicMember member: KeyPath<Destination.Type, ToOne<Next>>) -> ManyToOnePath<Next> {
        ManyToOnePath<Next>(relationshipPropertyKeys + [Destination.self[keyPath: member].relationshipPropertyKey])
    }
}
