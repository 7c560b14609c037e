extension ModelDescription {
    /// The version of the form that is written, of files and of JSON.
    package static let formatVersion = 1

    private enum CodingKeys: String, CodingKey {
        case polystoreModel, model, versionIdentifiers, entities, composites, configurations, fetchRequestTemplates
    }

    /// Reads an object with the keys of a model file; what it names comes in the order of the names.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let version = try container.decode(.polystoreModel, or: Self.formatVersion)
        guard version == Self.formatVersion else {
            let description = "models of version \(version) are not known"
            throw DecodingError.dataCorruptedError(
                forKey: .polystoreModel, in: container, debugDescription: description)
        }
        self.init(name: try container.decode(String.self, forKey: .model))
        versionIdentifiers = try container.decode(.versionIdentifiers, or: [])
        if let (named, names) = try container.names(.entities) {
            entities = try names.map { name in
                let keyed = try named.nestedContainer(keyedBy: EntityDescription.CodingKeys.self, forKey: NameKey(name))
                return try EntityDescription(name: name, from: keyed)
            }
        }
        if let (named, names) = try container.names(.composites) {
            composites = try names.map { name in
                let elements = try named.nestedContainer(keyedBy: NameKey.self, forKey: NameKey(name))
                let order = elements.allKeys.map(\.stringValue).sorted(byName: \.self)
                return CompositeDescription(
                    name: name, elements: try [AttributeDescription](from: (elements, order)))
            }
        }
        configurations = try container.decode(.configurations, or: [:])
        fetchRequestTemplates = try container.decode(.fetchRequestTemplates, or: [:])
    }

    /// Writes an object with the keys of a model file; what has its default is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.formatVersion, forKey: .polystoreModel)
        try container.encode(name, forKey: .model)
        try container.encode(versionIdentifiers, .versionIdentifiers, unless: [])
        try container.encode(entities, .entities) { named, entity in
            var keyed = named.nestedContainer(keyedBy: EntityDescription.CodingKeys.self, forKey: NameKey(entity.name))
            try entity.encode(to: &keyed)
        }
        try container.encode(composites, .composites) { named, composite in
            var elements = named.nestedContainer(keyedBy: NameKey.self, forKey: NameKey(composite.name))
            for element in composite.elements { try element.encode(named: &elements) }
        }
        try container.encode(configurations, .configurations, unless: [:])
        try container.encode(fetchRequestTemplates, .fetchRequestTemplates, unless: [:])
    }
}
