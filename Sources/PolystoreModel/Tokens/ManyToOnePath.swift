/// The path through one to-many relationship to an object of each related object: `Company.staff.manager`.
@dynamicMemberLookup
public struct ManyToOnePath<Destination: AnyObject>: Sendable {
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

    /// The path to an attribute of each object.
    public subscript<Value>(
        dynamicMember member: KeyPath<Destination.Type, Attribute<Value>>
    ) -> ManyAttributePath<Value> {
        ManyAttributePath(
            relationshipPropertyKeys + [Destination.self[keyPath: member].propertyKey], relationshipRoot)
    }

    /// The path to an object of each object.
    public subscript<Next>(dynamicMember member: KeyPath<Destination.Type, ToOne<Next>>) -> ManyToOnePath<Next> {
        ManyToOnePath<Next>(
            relationshipPropertyKeys + [Destination.self[keyPath: member].relationshipPropertyKey], relationshipRoot)
    }
}
