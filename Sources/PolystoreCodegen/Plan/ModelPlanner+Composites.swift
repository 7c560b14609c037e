import PolystoreModel

extension ModelPlanner {
    /// One value that rows hold for a composite attribute.
    private struct Leaf {
        /// The token's name in Swift, as it is written.
        let token: String
        /// Names of properties from the composite on, in Swift: `street`, `place?.latitude`.
        let path: String
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
        var leaves: [Leaf] = []
        let whole = construct(
            name, path: attribute.name, prefix: identifiers[entity.name]?[attribute.name] ?? attribute.name, access: "",
            of: entity, to: index, &leaves)
        plan.classes[index].properties.append(
            PropertyPlan(
                name: attribute.name, identifier: identifier, type: "\(compositeTypes[name] ?? name)?", getter: [whole],
                setter: leaves.map { "setValue(newValue?.\($0.path), of: \($0.token))" },
                documentation: DocumentationText.lines(attribute.userInfo), isNeeded: true))
        return compositePart(attribute)
    }

    /// The expression that reads a composite, nil when all of it is missing; the tokens of its elements are added.
    private mutating func construct(
        _ name: String, path: String, prefix: String, access: String, of entity: EntityDescription, to index: Int,
        _ leaves: inout [Leaf]
    ) -> String {
        let composite = model.composites.first { $0.name == name }
        var arguments: [String] = []
        let first = leaves.count
        for element in (composite?.elements ?? []).sorted(byName: \.name) {
            let member = compositeElements[name]?[element.name] ?? element.name
            let label = SwiftWord.written(member)
            if element.type == .composite {
                let inner = construct(
                    element.compositeName ?? "", path: "\(path).\(element.name)",
                    prefix: prefix + member.capitalizedFirst, access: "\(access)\(label)?.", of: entity, to: index,
                    &leaves)
                arguments.append("\(label): \(inner)")
                continue
            }
            let type = Self.standardType(element.type, types) ?? ValueType(name: types.name("Data"))
            let known = plan.composites.first { $0.name == name }?.elements.first { $0.identifier == label }
            let value = known.map { $0.type.hasSuffix("?") ? String($0.type.dropLast()) : $0.type } ?? type.name
            let token = SwiftWord.written(identifier(prefix + member.capitalizedFirst, of: entity.name))
            plan.classes[index].tokens.append(
                TokenPlan(
                    name: "\(path).\(element.name)", identifier: token, type: "\(types.name("Attribute"))<\(value)?>",
                    options: [], documentation: ["The element `\(element.name)` of `\(path)`."]))
            let full = "\(tokenClass(of: index)).\(token)"
            leaves.append(Leaf(token: full, path: access + label))
            let zero = known.map { !$0.type.hasSuffix("?") } ?? false ? " ?? \(value).zeroValue" : ""
            arguments.append("\(label): value(of: \(full))\(zero)")
        }
        let present = leaves[first...].map { "value(of: \($0.token)) != nil" }.joined(separator: " || ")
        return
            "\(present.isEmpty ? "true" : present) ? \(compositeTypes[name] ?? name)(\(arguments.joined(separator: ", "))) : nil"
    }

    /// A composite attribute as a part of a description.
    private func compositePart(_ attribute: AttributeDescription) -> String {
        part(attribute, "composite(\(literal.text(attribute.name)), \(literal.text(attribute.compositeName ?? ""))")
    }
}
