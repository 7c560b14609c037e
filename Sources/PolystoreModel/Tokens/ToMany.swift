/// The token of a to-many relationship: declaration, step in queries and accessor at once.
///
///     static let staff = ToMany<Person>("staff", inverse: \.employer)
///
/// The inverse is named on one side only. The token has no member with an ordinary name, because `Company.staff.age` is
/// the path to the persons' `age`.
@dynamicMemberLookup
public struct ToMany<Destination: AnyObject>: EntityMember {
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
                name, to: Destination.self, isToMany: true, inverse: nil, options, fileID, line), name)
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
                name, to: Destination.self, isToMany: true, inverse: inverse, options, fileID, line), name)
    }

    /// Declares a relationship whose inverse is to-many: many-to-many.
    public init<Source>(
        _ name: String, inverse: KeyPath<Destination.Type, ToMany<Source>>, _ options: RelationshipOption...,
        fileID: String = #fileID, line: Int = #line
    ) {
        relationshipPropertyKey = PropertyKey(name)
        let inverse = Destination.self[keyPath: inverse].relationshipPropertyKey
        specification = SpecificationTable.add(
            RelationshipSpecification(
                name, to: Destination.self, isToMany: true, inverse: inverse, options, fileID, line), name)
    }

    /// The relationship as an expression.
    package var relationshipExpression: FetchExpression { SpecificationTable.expression(specification) }

    /// Where paths from the relationship on begin.
    package var relationshipRoot: PathRoot { PathRoot(token: specification) }

    /// Adds the relationship to a description.
    public func addMember(to entity: inout EntityDescription) {
        SpecificationTable.addMember(specification, to: &entity)
    }

    /// The path to an attribute of the related objects.
    public subscript<Value>(
        dynamicMember member: KeyPath<Destination.Type, Attribute<Value>>
    ) -> ManyAttributePath<Value> {
        ManyAttributePath(
            [relationshipPropertyKey, Destination.self[keyPath: member].propertyKey], relationshipRoot)
    }

    /// The path to the objects that the related objects refer to.
    public subscript<Next>(dynamicMember member: KeyPath<Destination.Type, ToOne<Next>>) -> ManyToOnePath<Next> {
        ManyToOnePath(
            [relationshipPropertyKey, Destination.self[keyPath: member].relationshipPropertyKey], relationshipRoot)
    }
}
