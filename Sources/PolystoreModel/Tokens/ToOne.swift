/// The token of a to-one relationship: declaration, step in queries and accessor at once.
///
///     static let employer = ToOne<Company>("employer")
///
/// The inverse is named on one side only; naming it on both is a circular reference for the compiler. The token has no
/// member with an ordinary name, because `Person.employer.name` is the path to the company's `name`.
@dynamicMemberLookup
public struct ToOne<Destination: AnyObject>: EntityMember {
    /// The number of the relationship's name.
    public let relationshipPropertyKey: PropertyKey
    private let specification: Int

    /// Declares a relationship without naming its inverse; file and line are for messages about the model.
    public init(
        _ name: String, _ options: RelationshipOption..., fileID: String = #fileID, line: Int = #line
    ) {
        relationshipPropertyKey = PropertyKey(name)
        specification = SpecificationTable.add(
            RelationshipSpecification(
                name, to: Destination.self, isToMany: false, inverse: nil, options, fileID, line), name)
    }

    /// Declares a relationship whose inverse is to-one.
    public init<Source>(
        _ name: String, inverse: KeyPath<Destination.Type, ToOne<Source>>, _ options: RelationshipOption...,
        fileID: String = #fileID, line: Int = #line
    ) {
        relationshipPropertyKey = PropertyKey(name)
        let inverse = Destination.self[keyPath: inverse].relationshipPropertyKey
        specification = SpecificationTable.add(
            RelationshipSpecification(
                name, to: Destination.self, isToMany: false, inverse: inverse, options, fileID, line), name)
    }

    /// Declares a relationship whose inverse is to-many.
    public init<Source>(
        _ name: String, inverse: KeyPath<Destination.Type, ToMany<Source>>, _ options: RelationshipOption...,
        fileID: String = #fileID, line: Int = #line
    ) {
        relationshipPropertyKey = PropertyKey(name)
        let inverse = Destination.self[keyPath: inverse].relationshipPropertyKey
        specification = SpecificationTable.add(
            RelationshipSpecification(
                name, to: Destination.self, isToMany: false, inverse: inverse, options, fileID, line), name)
    }

    /// The relationship as an expression.
    package var relationshipExpression: FetchExpression { SpecificationTable.expression(specification) }

    /// Where paths from the relationship on begin.
    package var relationshipRoot: PathRoot { PathRoot(token: specification) }

    /// Adds the relationship to a description.
    public func addMember(to entity: inout EntityDescription) {
        SpecificationTable.addMember(specification, to: &entity)
    }

    /// The path to an attribute of the related object.
    public subscript<Value>(dynamicMember member: KeyPath<Destination.Type, Attribute<Value>>) -> AttributePath<Value> {
        AttributePath(
            [relationshipPropertyKey, Destination.self[keyPath: member].propertyKey], relationshipRoot)
    }

    /// The path to an object that the related object refers to.
    public subscript<Next>(dynamicMember member: KeyPath<Destination.Type, ToOne<Next>>) -> ToOnePath<Next> {
        ToOnePath(
            [relationshipPropertyKey, Destination.self[keyPath: member].relationshipPropertyKey], relationshipRoot)
    }

    /// The path to the objects that the related object refers to.
    public subscript<Next>(dynamicMember member: KeyPath<Destination.Type, ToMany<Next>>) -> ToManyPath<Next> {
        ToManyPath(
            [relationshipPropertyKey, Destination.self[keyPath: member].relationshipPropertyKey], relationshipRoot)
    }
}
