/// What a token says of its attribute, shared by the token's copies.
struct AttributeSpecification: EntityMemberSpecification {
    private let description: AttributeDescription
    private let isUnique: Bool
    private let isIndexed: Bool

    init<Value>(_ description: AttributeDescription, _ options: [AttributeOption<Value>]) {
        var settings = AttributeSettings(description: description)
        for option in options { option.apply(&settings) }
        self.description = settings.description
        isUnique = settings.isUnique
        isIndexed = settings.isIndexed
    }

    func addMember(to entity: inout EntityDescription) {
        entity.attributes.append(description)
        if isUnique { entity.uniquenessConstraints.append([description.name]) }
        if isIndexed {
            entity.indexes.append(
                FetchIndexDescription(
                    name: "by\(description.name.prefix(1).uppercased())\(description.name.dropFirst())",
                    elements: [.init(property: description.name)]))
        }
    }
}
