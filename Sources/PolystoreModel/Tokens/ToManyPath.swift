/// The path through to-one relationships to the objects of a to-many relationship: `Person.employer.staff`.
@dynamicMemberLookup
public struct ToManyPath<Destination: AnyObject>: Sendable {
    /// The steps.
    public let relationshipPropertyKeys: [PropertyKey]
    /// The token that the path begins with.
    package let relationshipRoot: PathRoot

    /// Makes a path.
    public init(_ keys: [PropertyKey]) { self.init(keys, .names) }

    init(_ keys: [PropertyKey], _ root: PathRoot) { (relationshipPropertyKeys, relationshipRoot) = (keys, root) }

    /// The path as an expression.
    package var relationshipExpression: FetchExpression {
        .keyPath(relationshipPropertyKeys.map(\.name), root: relationshipRoot)
    }

    /// The path to an attribute of the objects.
    public subscript<Value>(
        dynamicMember member: KeyPath<Destination.Type, Attribute<Value>>
    ) -> ManyAttributePath<Value> {
        ManyAttributePath(
            relationshipPropertyKeys + [Destination.self[keyPath: member].propertyKey], relationshipRoot)
    }

    /// The path to the objects that the objects refer to.
    public subscript<Next>(dynamicMember member: KeyPath<Destination.Type, ToOne<Next>>) -> ManyToOnePath<Next> {
        ManyToOnePath<Next>(
            relationshipPropertyKeys + [Destination.self[keyPath: member].relationshipPropertyKey], relationshipRoot)
    }
}
