/// The path through to-one relationships to an object: `Person.employer.owner`.
@dynamicMemberLookup
public struct ToOnePath<Destination: AnyObject>: Sendable {
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

    /// The path to an attribute of the object.
    public subscript<Value>(dynamicMember member: KeyPath<Destination.Type, Attribute<Value>>) -> AttributePath<Value> {
        AttributePath(
            relationshipPropertyKeys + [Destination.self[keyPath: member].propertyKey], relationshipRoot)
    }

    /// The path to an object that the object refers to.
    public subscript<Next>(dynamicMember member: KeyPath<Destination.Type, ToOne<Next>>) -> ToOnePath<Next> {
        ToOnePath<Next>(
            relationshipPropertyKeys + [Destination.self[keyPath: member].relationshipPropertyKey], relationshipRoot)
    }

    /// The path to the objects that the object refers to.
    public subscript<Next>(dynamicMember member: KeyPath<Destination.Type, ToMany<Next>>) -> ToManyPath<Next> {
        ToManyPath<Next>(
            relationshipPropertyKeys + [Destination.self[keyPath: member].relationshipPropertyKey], relationshipRoot)
    }
}
