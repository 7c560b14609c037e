import PolystoreModel

extension ModelEntity {
    /// The entity's name with its renaming identifier.
    var renamedName: RenamedName { RenamedName(name: name, identifier: description.renamingIdentifier) }

    /// The renaming identifiers of what rows hold of the entity, by name; what has none is left out.
    var renamingIdentifiers: [String: String] {
        var result: [String: String] = [:]
        for element in attributes.flatMap(\.storedElements) {
            if let identifier = element.renamingIdentifier { result[element.key.name] = identifier }
        }
        for relationship in relationships where relationship.form == .reference {
            guard let identifier = relationship.description.renamingIdentifier else { continue }
            result[relationship.name] = identifier
            guard relationship.keepsInverseOrder, let inverse = relationship.inverse else { continue }
            result[inverse.orderKey.name] = identifier + "#order"
        }
        return result
    }
}
