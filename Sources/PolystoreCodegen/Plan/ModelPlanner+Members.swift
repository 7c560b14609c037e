import PolystoreModel

extension ModelPlanner {
    /// Fills the class of an entity; its ancestors' are filled.
    mutating func add(_ entity: EntityDescription) throws(GenerationError) {
        guard let index = plan.classes.firstIndex(where: { $0.entityName == entity.name }) else { return }
        var registry = NameRegistry(taken: typeNamesInUse.union(["entity", "entityDescription"]))
        if let parent = entity.superentityName, let inherited = members[parent] { registry = inherited }
        claimIdentifiers(of: entity, from: &registry)
        members[entity.name] = registry

        var parts: [(name: String, argument: String)] = []
        for attribute in entity.attributes.sorted(byName: \.name) {
            parts.append((attribute.name, try add(attribute, of: entity, to: index)))
        }
        for relationship in entity.relationships.sorted(byName: \.name) {
            parts.append((relationship.name, add(relationship, of: entity, to: index)))
        }
        for property in entity.fetchedProperties.sorted(byName: \.name) {
            parts.append((property.name, add(property, of: entity, to: index)))
        }
        let description = identifier("\((classNames[entity.name] ?? entity.name).loweredFirst)Entity", of: entity.name)
        plan.classes[index].descriptionIdentifier = SwiftWord.written(description)
        addConstants(of: entity, to: index)
        plan.classes[index].entityLines = WrappedList.lines(
            entityArguments(of: entity) + parts.map(\.argument) + entityParts(of: entity), width: 104)
    }

    /// A name for something of a class that the model does not name.
    mutating func identifier(_ wanted: String, of entity: String) -> String {
        members[entity, default: NameRegistry()].claim(SwiftWord.name(from: wanted))
    }

    /// The name in Swift of a property, as it is written.
    func token(_ property: String, of entity: String) -> String {
        SwiftWord.written(identifiers[entity]?[property] ?? property)
    }

    /// The class whose tokens an entity's accessors name.
    func tokenClass(of index: Int) -> String {
        options.shape == .two ? plan.classes[index].machineName : plan.classes[index].name
    }

    /// Properties with a name of their own come first, so that no other is given theirs.
    private mutating func claimIdentifiers(of entity: EntityDescription, from registry: inout NameRegistry) {
        let properties =
            entity.attributes.map { ($0.name, $0.userInfo) } + entity.relationships.map { ($0.name, $0.userInfo) }
            + entity.fetchedProperties.map { ($0.name, $0.userInfo) }
        let wanted = properties.map { name, userInfo in
            (name: name, wanted: userInfo["polystore.name"].map(SwiftWord.token) ?? SwiftWord.token(name))
        }
        var result: [String: String] = [:]
        let sorted = wanted.sorted(byName: \.name)
        for property in sorted.filter({ $0.wanted == $0.name }) + sorted.filter({ $0.wanted != $0.name }) {
            result[property.name] = registry.claim(property.wanted)
        }
        identifiers[entity.name] = result
    }

    private func entityArguments(of entity: EntityDescription) -> [String] {
        var arguments = [
            "\(SwiftWord.written(classNames[entity.name] ?? entity.name)).self", "name: \(literal.text(entity.name))",
        ]
        if let parent = entity.superentityName, let name = classNames[parent] {
            arguments.append("parent: \(SwiftWord.written(name)).self")
        }
        if entity.isAbstract { arguments.append("isAbstract: true") }
        return arguments
    }

    /// What an entity's description has besides properties.
    private func entityParts(of entity: EntityDescription) -> [String] {
        let part = types.name("EntityPart")
        var parts = entity.uniquenessConstraints.map { "\(part).unique(\(literal.arguments($0)))" }
        for index in entity.indexes {
            var arguments = [literal.text(index.name)]
            arguments += index.elements.map { literal.text(($0.isAscending ? "" : "-") + $0.property) }
            if let predicate = index.partialPredicate { arguments.append("where: \(literal.predicate(predicate))") }
            parts.append("\(part).index(\(arguments.joined(separator: ", ")))")
        }
        if let name = entity.renamingIdentifier { parts.append("\(part).renamed(from: \(literal.text(name)))") }
        if let modifier = entity.versionHashModifier { parts.append("\(part).hashModifier(\(literal.text(modifier)))") }
        if !entity.userInfo.isEmpty { parts.append("\(part).userInfo(\(literal.dictionary(entity.userInfo)))") }
        return parts
    }

    private mutating func addConstants(of entity: EntityDescription, to index: Int) {
        guard options.hasNameConstants else { return }
        let kinds: [(String, String, [String])] = [
            ("AttributeNames", "The names of the attributes.", entity.attributes.map(\.name)),
            ("RelationshipNames", "The names of the relationships.", entity.relationships.map(\.name)),
            ("FetchedPropertyNames", "The names of the fetched properties.", entity.fetchedProperties.map(\.name)),
        ]
        for (name, summary, properties) in kinds where !properties.isEmpty {
            let entries = properties.sorted(byName: \.self).map { (token($0, of: entity.name), literal.text($0)) }
            add(ConstantPlan(name: nested(name), summary: summary, entries: entries), to: index)
        }
        // What is meant for the generator is of no use to a program.
        let entries = entity.userInfo.filter { !Self.isForGenerator($0.key) }
        guard !entries.isEmpty else { return }
        var registry = NameRegistry()
        let constants = entries.sorted(byName: \.key).map { key, value in
            (SwiftWord.written(registry.claim(SwiftWord.name(from: key))), literal.text(value))
        }
        add(
            ConstantPlan(name: nested("UserInfo"), summary: "The user info of the entity.", entries: constants),
            to: index
        )
    }

    private static func isForGenerator(_ key: String) -> Bool {
        ["documentation", "discussion", "additionalImports"].contains(key) || key.hasPrefix("mogenerator.")
            || key.hasPrefix("polystore.")
    }

    private mutating func add(_ constants: ConstantPlan, to index: Int) {
        plan.classes[index].constants.append(constants)
    }

    /// The name of a type in a class: one that hides no type of the model.
    private func nested(_ name: String) -> String {
        var name = name
        while types.taken.contains(name) { name += "_" }
        return name
    }
}
