/// The token of an attribute: declaration, name in queries and accessor at once.
///
///     static let name = Attribute<String>("name", .unique), age = Attribute<Int>("age", .indexed)
///
/// An attribute of an optional type is optional; any other is required at save.
public struct Attribute<Value: AttributeValue>: EntityMember {
    /// The number of the attribute's name.
    public let propertyKey: PropertyKey
    private let specification: Int

    /// Declares an attribute; file and line are for messages about the model.
    public init(
        _ name: String, _ options: AttributeOption<Value>..., fileID: String = #fileID, line: Int = #line
    ) {
        propertyKey = PropertyKey(name)
        var description = AttributeDescription(name: name, type: Value.attributeType)
        description.place = DeclarationPlace(fileID: fileID, line: line)
        description.isOptional = Value.isOptionalType
        if description.type == .transformable { description.valueTypeName = String(reflecting: Value.self) }
        specification = SpecificationTable.add(
            AttributeSpecification(description, options), name)
    }

    /// The attribute as an expression.
    package var attributeExpression: FetchExpression { SpecificationTable.expression(specification) }

    /// Where paths from the attribute on begin.
    package var attributeRoot: PathRoot { PathRoot(token: specification) }

    /// Adds the attribute, its constraint and its index to a description.
    public func addMember(to entity: inout EntityDescription) {
        SpecificationTable.addMember(specification, to: &entity)
    }
}
