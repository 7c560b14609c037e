/// What a token says of its relationship, shared by the token's copies.
struct RelationshipSpecification: EntityMemberSpecification {
    private let description: RelationshipDescription

    init<Destination>(
        _ name: String, to destination: Destination.Type, isToMany: Bool, inverse: PropertyKey?,
        _ options: [RelationshipOption], _ fileID: String, _ line: Int
    ) {
        // The class is named, not asked for its description: descriptions refer to each other in circles.
        var description = RelationshipDescription(
            name: name, to: .objectClass(String(reflecting: destination)), isToMany: isToMany, inverse: inverse?.name)
        description.place = DeclarationPlace(fileID: fileID, line: line)
        for option in options { option.apply(&description) }
        self.description = description
    }

    func addMember(to entity: inout EntityDescription) { entity.relationships.append(description) }
}
