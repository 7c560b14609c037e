/// The path through to-one relationships to an object: `Person.employer.owner`.
@dynamicMemberLookup
public struct ToOnePath<Destination: AnyObject>: Sendable {
    /// The steps.
    public let relationshipPropertyKeys: [PropertyKey]

    /// Makes a path.
    public init(_ keys: [PropertyKey]) { relationshipPropertyKeys = keys }

    /// The path to an attribute of the object.
    public subscript<Value>(dynamicMember member: KeyPath<Destination.Type, Attribute<Value>>) -> AttributePath<Value> {
        AttributePath(relationshipPropertyKeys + [Destination.self[keyPath: member].propertyKey])
    }

    /// The path to an object that the object refers to.
    public subscript<Next>(dynamicMember member: KeyPath<Destination.Type, ToOne<Next>>) -> ToOnePath<Next> {
        ToOnePath<Next>(relationshipPropertyKeys + [Destination.self[keyPath: member].relationshipPropertyKey])
    }

    /// The path to the objects that the object refers to.
    public subscript<Next>(dynamicMember member: KeyPath<Destination.Type, ToMany<Next>>) -> ToManyPath<Next> {
        ToManyPath<Next>(relationshipPropertyKeys + [Destination.self[keyPath: member].relationshipPropertyKey])
    }
}
