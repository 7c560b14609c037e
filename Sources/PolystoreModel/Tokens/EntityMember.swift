/// A token that an entity's description is made of.
public protocol EntityMember: Sendable {
    /// Adds the property to a description.
    func addMember(to entity: inout EntityDescription)
}

extension EntityDescription {
    /// Describes a class by its tokens.
    ///
    ///     static let entity = EntityDescription(Person.self, name, age, employer)
    ///
    /// - Parameters:
    ///   - objectClass: The class.
    ///   - name: The entity's name; nil means the class's.
    ///   - parent: The class of the parent entity.
    ///   - isAbstract: Whether no object may be exactly of this entity.
    ///   - members: The tokens of the class's own properties.
    ///   - fileID: The file of the declaration, for messages about the model.
    ///   - line: The line of the declaration.
    public init(
        _ objectClass: any EntityClass.Type, name: String? = nil, parent: (any EntityClass.Type)? = nil,
        isAbstract: Bool = false, _ members: any EntityMember..., fileID: String = #fileID, line: Int = #line
    ) {
        self.init(name: name ?? String(describing: objectClass))
        className = String(reflecting: objectClass)
        superclassName = parent.map { String(reflecting: $0) }
        self.isAbstract = isAbstract
        place = DeclarationPlace(fileID: fileID, line: line)
        for member in members { member.addMember(to: &self) }
    }
}
