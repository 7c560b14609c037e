import PolystoreModel

extension ModelPlanner {
    /// One value that rows hold for a composite attribute.
    private struct Leaf {
        /// The token's name in Swift, as it is written.
        let token: String
        /// Names of properties from the composite on, in Swift: `street`, `place?.latitude`.
        let path: String
    }

    /// How a composite attribute is read and set, element by element.
    private struct Reading {
        var leaves: [Leaf] = []
        /// The statements of the getter.
        var lines: [String] = []
    }

    /// Adds the structure of a composite.
    mutating func add(_ composite: CompositeDescription) throws(GenerationError) {
        guard let type = compositeTypes[composite.name] else { return }
        var registry = NameRegistry()
        var elements: [CompositePlan.Element] = []
        var parts: [String] = []
        for element in composite.elements.sorted(byName: \.name) {
            let identifier = registry.claim(SwiftWord.isName(element.name) ? element.name : element.name + "_")
            compositeElements[composite.name, default: [:]][element.name] = identifier
            if element.type == .composite {
                let inner = element.compositeName ?? ""
                elements.append(
                    .init(identifier: SwiftWord.written(identifier), type: "\(compositeTypes[inner] ?? inner)?"))
                parts.append(compositePart(element))
                continue
            }
            let value = try valueType(of: element) ?? ValueType(name: types.name("Data"))
            let isOptional = element.isOptional || value.hasNoZero
            elements.append(
                .init(identifier: SwiftWord.written(identifier), type: value.name + (isOptional ? "?" : "")))
            parts.append(part(element, "attribute(\(literal.text(element.name)), .\(element.type.rawValue)"))
        }
        let description =
            "\(types.name("CompositeDescription"))(\(literal.text(composite.name)), \(parts.joined(separator: ", ")))"
        plan.composites.append(
            CompositePlan(name: composite.name, typeName: type, elements: elements, description: description))
    }

    /// Adds a composite attribute: a token for each element, and an accessor that holds them together.
    mutating func addComposite(
        _ attribute: AttributeDescription, of entity: EntityDescription, to index: Int
    ) -> String {
        let identifier = token(attribute.name, of: entity.name)
        let name = attribute.compositeName ?? ""
        let isReadOnly = attribute.userInfo["mogenerator.readonly"] != nil
        var reading = Reading()
        let whole = construct(
            name, path: attribute.name, prefix: identifiers[entity.name]?[attribute.name] ?? attribute.name, access: "",
            of: entity, to: index, &reading)
        if !whole.presence.isEmpty {
            reading.lines.append("guard \(whole.presence.joined(separator: " || ")) else { return nil }")
        }
        reading.lines.append("return \(whole.value)")
        plan.classes[index].properties.append(
            PropertyPlan(
                name: attribute.name, identifier: identifier, type: "\(compositeTypes[name] ?? name)?",
                getter: reading.lines,
                setter: isReadOnly ? [] : reading.leaves.map { "setValue(newValue?.\($0.path), of: \($0.token))" },
                documentation: DocumentationText.lines(attribute.userInfo), isNeeded: true))
        return compositePart(attribute)
    }

    /// The expression that makes a composite of its elements, and the conditions of which one holds when there is any; the
    /// statements that read the elements, and their tokens, are added.
    private mutating func construct(
        _ name: String, path: String, prefix: String, access: String, of entity: EntityDescription, to index: Int,
        _ reading: inout Reading
    ) -> (value: String, presence: [String]) {
        let composite = model.composites.first { $0.name == name }
        var arguments: [String] = []
        var presence: [String] = []
        for element in (composite?.elements ?? []).sorted(byName: \.name) {
            let member = compositeElements[name]?[element.name] ?? element.name
            let label = SwiftWord.written(member)
            let local = prefix + member.capitalizedFirst
            if element.type == .composite {
                let inner = construct(
                    element.compositeName ?? "", path: "\(path).\(element.name)", prefix: local,
                    access: "\(access)\(label)?.", of: entity, to: index, &reading)
                let condition = inner.presence.isEmpty ? "true" : inner.presence.joined(separator: " || ")
                reading.lines.append("let \(SwiftWord.written(local)) = \(condition) ? \(inner.value) : nil")
                presence += inner.presence
                arguments.append("\(label): \(SwiftWord.written(local))")
                continue
            }
            let type = Self.standardType(element.type, types) ?? ValueType(name: types.name("Data"))
            let known = plan.composites.first { $0.name == name }?.elements.first { $0.identifier == label }
            let value = known.map { $0.type.hasSuffix("?") ? String($0.type.dropLast()) : $0.type } ?? type.name
            let token = SwiftWord.written(identifier(local, of: entity.name))
            plan.classes[index].tokens.append(
                TokenPlan(
                    name: "\(path).\(element.name)", identifier: token, type: "\(types.name("Attribute"))<\(value)?>",
                    options: [], documentation: ["The element `\(element.name)` of `\(path)`."]))
            let full = "\(tokenClass(of: index)).\(token)"
            reading.leaves.append(Leaf(token: full, path: access + label))
            reading.lines.append("let \(token) = value(of: \(full))")
            presence.append("\(token) != nil")
            let zero = known.map { !$0.type.hasSuffix("?") } ?? false ? " ?? .zeroValue" : ""
            arguments.append("\(label): \(token)\(zero)")
        }
        return ("\(compositeTypes[name] ?? name)(\(arguments.joined(separator: ", ")))", presence)
    }

    /// A composite attribute as a part of a description.
    private func compositePart(_ attribute: AttributeDescription) -> String {
        part(attribute, "composite(\(literal.text(attribute.name)), \(literal.text(attribute.compositeName ?? ""))")
    }
}
