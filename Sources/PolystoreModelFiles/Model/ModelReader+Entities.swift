import PolystoreModel

extension ModelReader {
    /// An entity with everything that it declares.
    mutating func readEntity(_ element: DocumentElement) {
        guard let name = name(of: element, what: "an entity", at: ["entities"]) else { return }
        let path: ModelPath = ["entities", name]
        let what = "entity '\(name)'"
        note(path, element.place)
        note(path / "parent", element, "parentEntity")
        checkAttributes(of: element, named: what, at: path)
        var entity = EntityDescription(name: name)
        entity.superentityName = text(element, "parentEntity")
        entity.isAbstract = flag(element, "isAbstract", of: what, at: path)
        entity.className = className(element)
        entity.codeGeneration = text(element, "codeGenerationType")
        entity.renamingIdentifier = renamingIdentifier(element)
        entity.versionHashModifier = text(element, "versionHashModifier")
        entity.userInfo = userInfo(element, of: what, at: path)
        for child in element.elements { read(child, of: &entity, what, at: path) }
        addOldIndexes(of: &entity, element, at: path)
        description.entities.append(entity)
    }

    private mutating func read(
        _ child: DocumentElement, of entity: inout EntityDescription, _ what: String, at path: ModelPath
    ) {
        switch child.name {
        case "attribute":
            if let attribute = attribute(child, of: entity.name, at: path / "attributes") {
                entity.attributes.append(attribute)
            }
        case "relationship":
            if let relationship = relationship(child, of: entity.name, at: path / "relationships") {
                entity.relationships.append(relationship)
            }
        case "fetchedProperty":
            if let property = fetchedProperty(child, of: entity.name, at: path / "fetchedProperties") {
                entity.fetchedProperties.append(property)
            }
        case "fetchIndex":
            if let index = index(child, of: entity.name, at: path / "indexes") {
                add(index, to: &entity, child, at: path / "indexes")
            }
        case "uniquenessConstraints":
            for constraint in child.elements { readConstraint(constraint, of: &entity, what, at: path) }
        case "compoundIndexes", "userInfo": break
        default: remarkUnknown(child, in: what, at: path)
        }
    }

    /// The class of the objects; a leading dot is the module that the model is compiled into.
    private func className(_ element: DocumentElement) -> String? {
        guard let text = text(element, "representedClassName"), text != "NSManagedObject" else { return nil }
        return withoutModuleDot(text)
    }

    private mutating func readConstraint(
        _ element: DocumentElement, of entity: inout EntityDescription, _ what: String, at path: ModelPath
    ) {
        guard element.name == "uniquenessConstraint" else { return remarkUnknown(element, in: what, at: path) }
        let path = path / "unique" / String(entity.uniquenessConstraints.count)
        note(path, element.place)
        var names: [String] = []
        for child in element.elements {
            guard child.name == "constraint", let name = text(child, "value") else {
                remarkUnknown(child, in: "a uniqueness constraint of \(what)", at: path)
                continue
            }
            note(path / String(names.count), child, "value")
            names.append(name)
        }
        entity.uniquenessConstraints.append(names)
    }
}
