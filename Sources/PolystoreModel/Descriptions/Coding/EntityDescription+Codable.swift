extension EntityDescription {
    enum CodingKeys: String, CodingKey {
        case name, parent, parentClass, abstract, `class`, attributes, relationships, fetchedProperties, unique, indexes
        case renamedFrom, versionHashModifier, codeGeneration, userInfo
    }

    /// Reads an object with the keys of a model file and `name`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(name: try container.decode(String.self, forKey: .name), from: container)
    }

    /// Writes an object with the keys of a model file and `name`; what has its default is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try encode(to: &container)
    }

    init(name: String, from container: KeyedDecodingContainer<CodingKeys>) throws {
        self.init(name: name)
        superentityName = try container.decodeIfPresent(String.self, forKey: .parent)
        superclassName = try container.decodeIfPresent(String.self, forKey: .parentClass)
        isAbstract = try container.decode(.abstract, or: false)
        className = try container.decodeIfPresent(String.self, forKey: .class)
        attributes = try [AttributeDescription](from: try container.names(.attributes))
        if let (named, names) = try container.names(.relationships) {
            relationships = try names.map { name in
                let keyed = try named.nestedContainer(
                    keyedBy: RelationshipDescription.CodingKeys.self, forKey: NameKey(name))
                return try RelationshipDescription(name: name, from: keyed)
            }
        }
        if let (named, names) = try container.names(.fetchedProperties) {
            fetchedProperties = try names.map { name in
                try FetchedPropertyDescription(name: name, from: try named.superDecoder(forKey: NameKey(name)))
            }
        }
        uniquenessConstraints = try container.decode(.unique, or: [])
        if let (named, names) = try container.names(.indexes) {
            indexes = try names.map { name in try FetchIndexDescription(name: name, in: named) }
        }
        renamingIdentifier = try container.decodeIfPresent(String.self, forKey: .renamedFrom)
        versionHashModifier = try container.decodeIfPresent(String.self, forKey: .versionHashModifier)
        codeGeneration = try container.decodeIfPresent(String.self, forKey: .codeGeneration)
        userInfo = try container.decode(.userInfo, or: [:])
    }

    func encode(to container: inout KeyedEncodingContainer<CodingKeys>) throws {
        try container.encodeIfPresent(superentityName, forKey: .parent)
        try container.encodeIfPresent(superclassName, forKey: .parentClass)
        try container.encode(isAbstract, .abstract, unless: false)
        try container.encodeIfPresent(className, forKey: .class)
        try container.encode(attributes, .attributes) { try $1.encode(named: &$0) }
        try container.encode(relationships, .relationships) { named, relationship in
            var keyed = named.nestedContainer(
                keyedBy: RelationshipDescription.CodingKeys.self, forKey: NameKey(relationship.name))
            try relationship.encode(to: &keyed)
        }
        try container.encode(fetchedProperties, .fetchedProperties) { named, property in
            try property.encodeWithoutName(to: named.superEncoder(forKey: NameKey(property.name)))
        }
        try container.encode(uniquenessConstraints, .unique, unless: [])
        try container.encode(indexes, .indexes) { try $1.encode(named: &$0) }
        try container.encodeIfPresent(renamingIdentifier, forKey: .renamedFrom)
        try container.encodeIfPresent(versionHashModifier, forKey: .versionHashModifier)
        try container.encodeIfPresent(codeGeneration, forKey: .codeGeneration)
        try container.encode(userInfo, .userInfo, unless: [:])
    }
}

extension FetchIndexDescription {
    /// Reads a list of elements, or an object with `elements` and `where`.
    fileprivate init(name: String, in container: KeyedDecodingContainer<NameKey>) throws {
        let key = NameKey(name)
        // A failed attempt means the long form.
        if let elements = try? container.decode([Element].self, forKey: key) {
            self.init(name: name, elements: elements)
        } else {
            try self.init(name: name, from: try container.nestedContainer(keyedBy: CodingKeys.self, forKey: key))
        }
    }

    fileprivate func encode(named container: inout KeyedEncodingContainer<NameKey>) throws {
        if partialPredicate == nil { return try container.encode(elements, forKey: NameKey(name)) }
        var keyed = container.nestedContainer(keyedBy: CodingKeys.self, forKey: NameKey(name))
        try encode(to: &keyed)
    }
}
