import PolystoreModel

extension ModelPart {
    /// The part in words: `entity Person`, `Person.age`, `Person, index byAge`.
    public var text: String {
        switch self {
        case .model: "model"
        case .entity(let name): "entity \(name)"
        case .attribute(let name, let owner), .relationship(let name, let owner), .fetchedProperty(let name, let owner),
            .element(let name, let owner):
            "\(owner).\(name)"
        case .index(let name, let entity): "\(entity), index \(name)"
        case .uniquenessConstraint(let names, let entity): "\(entity), unique (\(names.joined(separator: ", ")))"
        case .composite(let name): "composite \(name)"
        case .configuration(let name): "configuration \(name)"
        case .fetchRequest(let name): "fetch request \(name)"
        }
    }
}
