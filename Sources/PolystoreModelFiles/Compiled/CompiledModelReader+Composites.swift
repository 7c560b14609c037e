import PolystoreModel

/// Composites: an archive keeps the elements with each attribute, and no name for them.
extension CompiledModelReader {
    /// How deep composites may lie inside of each other.
    private static let compositeDepthLimit = 16

    /// The name of the composite of an attribute, which is added to the model unless there is an equal one of its name.
    mutating func composite(
        _ object: ArchivedObject, named name: String, of entity: String, at path: ModelPath
    ) -> String? {
        guard path.keys.count < 4 + Self.compositeDepthLimit else {
            report(.limit, "composites lie too deep inside of each other", at: path)
            return nil
        }
        var attributes: [AttributeDescription] = []
        for value in elements(of: archive.value(object, "NSCompositeElements")?.object) {
            guard let object = value.object, let element = archive.value(object, "NSPropertyName")?.string,
                let attribute = attribute(object, named: element, of: entity, at: path / element)
            else { continue }
            attributes.append(attribute)
        }
        let composite = CompositeDescription(name: name.prefix(1).uppercased() + name.dropFirst(), elements: attributes)
        return register(composite, of: entity)
    }

    private mutating func register(_ composite: CompositeDescription, of entity: String) -> String {
        var composite = composite
        let base = composite.name
        var number = 1
        while let known = description.composites.first(where: { $0.name == composite.name }), known != composite {
            composite.name = number == 1 ? entity + base : "\(entity)\(base)\(number)"
            number += 1
        }
        if !description.composites.contains(composite) { description.composites.append(composite) }
        return composite.name
    }
}
