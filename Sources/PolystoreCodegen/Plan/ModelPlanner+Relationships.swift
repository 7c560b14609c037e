import PolystoreModel

extension ModelPlanner {
    /// Adds a relationship to a class and gives the argument that stands for it in the description.
    mutating func add(
        _ relationship: RelationshipDescription, of entity: EntityDescription, to index: Int
    ) -> String {
        let identifier = token(relationship.name, of: entity.name)
        let destination = destinationClass(of: relationship)
        let documentation = DocumentationText.lines(relationship.userInfo)
        plan.classes[index].tokens.append(
            TokenPlan(
                name: relationship.name, identifier: identifier,
                type: "\(types.name(relationship.isToMany ? "ToMany" : "ToOne"))<\(destination)>",
                options: relationshipOptions(relationship, of: entity, identifier), documentation: documentation))
        let token = "\(tokenClass(of: index)).\(identifier)"
        let isReadOnly = relationship.userInfo["mogenerator.readonly"] != nil
        var property: PropertyPlan
        if relationship.isToMany {
            property = PropertyPlan(
                name: relationship.name, identifier: identifier,
                type: "\(types.name("ToManyObjects"))<\(destination)>",
                getter: ["objects(of: \(token))"], setter: isReadOnly ? [] : ["setObjects(newValue, of: \(token))"],
                documentation: documentation)
        } else {
            property = PropertyPlan(
                name: relationship.name, identifier: identifier, type: "\(destination)?",
                getter: ["object(of: \(token))"], setter: isReadOnly ? [] : ["setObject(newValue, of: \(token))"],
                documentation: documentation)
        }
        property.isNeeded = isReadOnly
        plan.classes[index].properties.append(property)
        if relationship.isToMany, !isReadOnly {
            plan.classes[index].toManyRelationships.append(
                ToManyPlan(
                    token: token, suffix: (identifiers[entity.name]?[relationship.name] ?? identifier).capitalizedFirst,
                    destination: destination, isOrdered: relationship.isOrdered))
        }
        return identifier
    }

    /// The class of a relationship's objects.
    func destinationClass(of relationship: RelationshipDescription) -> String {
        let name = names.destinationName(of: relationship)
        return SwiftWord.written(classNames[name] ?? name)
    }

    private func relationshipOptions(
        _ relationship: RelationshipDescription, of entity: EntityDescription, _ identifier: String
    ) -> [String] {
        var result: [String] = []
        if let inverse = relationship.inverseName { result.append(".inverse(\(literal.text(inverse)))") }
        if relationship.isOrdered { result.append(".ordered") }
        if !relationship.isOptional { result.append(".required") }
        let least = relationship.isToMany && !relationship.isOptional ? 1 : 0
        if relationship.minimumCount != least || relationship.maximumCount != 0 {
            result.append(".count(minimum: \(relationship.minimumCount), maximum: \(relationship.maximumCount))")
        }
        if relationship.isTransient { result.append(".transient") }
        if relationship.deleteRule != .nullify { result.append(".\(relationship.deleteRule.rawValue)") }
        if let name = relationship.renamingIdentifier { result.append(".renamed(from: \(literal.text(name)))") }
        if let text = relationship.versionHashModifier { result.append(".hashModifier(\(literal.text(text)))") }
        if !relationship.userInfo.isEmpty { result.append(".userInfo(\(literal.dictionary(relationship.userInfo)))") }
        if ReservedPropertyNames.all.contains(relationship.name) {
            result.append(".token(named: \(literal.text(identifiers[entity.name]?[relationship.name] ?? identifier)))")
        }
        return result
    }
}
