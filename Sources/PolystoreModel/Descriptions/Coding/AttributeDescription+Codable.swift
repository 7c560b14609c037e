extension AttributeDescription {
    enum CodingKeys: String, CodingKey {
        case name, type, optional, transient, `default`, minimum, maximum, minimumLength, maximumLength, pattern
        case externalStorage, preservedAfterDeletion, composite, valueType, coder, derivation, renamedFrom
        case versionHashModifier, userInfo
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
        let type = try container.decodeIfPresent(AttributeType.self, forKey: .type)
        self.init(name: name, type: type ?? .composite)
        if type == nil, !container.contains(.composite) {
            throw DecodingError.keyNotFound(
                CodingKeys.type, .init(codingPath: container.codingPath, debugDescription: "'\(name)' has no type"))
        }
        isOptional = try container.decode(.optional, or: false)
        isTransient = try container.decode(.transient, or: false)
        defaultValue = try container.decodeValue(.default, of: self.type) ?? .missing
        validation.minimum = try container.decodeValue(.minimum, of: self.type)
        validation.maximum = try container.decodeValue(.maximum, of: self.type)
        validation.minimumLength = try container.decodeIfPresent(Int.self, forKey: .minimumLength)
        validation.maximumLength = try container.decodeIfPresent(Int.self, forKey: .maximumLength)
        validation.pattern = try container.decodeIfPresent(String.self, forKey: .pattern)
        allowsExternalStorage = try container.decode(.externalStorage, or: false)
        isPreservedAfterDeletion = try container.decode(.preservedAfterDeletion, or: false)
        compositeName = try container.decodeIfPresent(String.self, forKey: .composite)
        valueTypeName = try container.decodeIfPresent(String.self, forKey: .valueType)
        coderName = try container.decodeIfPresent(String.self, forKey: .coder)
        derivation = try container.decodeIfPresent(FetchExpression.self, forKey: .derivation)
        renamingIdentifier = try container.decodeIfPresent(String.self, forKey: .renamedFrom)
        versionHashModifier = try container.decodeIfPresent(String.self, forKey: .versionHashModifier)
        userInfo = try container.decode(.userInfo, or: [:])
    }

    func encode(to container: inout KeyedEncodingContainer<CodingKeys>) throws {
        try container.encode(type, forKey: .type)
        try container.encode(isOptional, .optional, unless: false)
        try container.encode(isTransient, .transient, unless: false)
        if !defaultValue.isMissing { try container.encodeValue(defaultValue, .default, of: type) }
        if let minimum = validation.minimum { try container.encodeValue(minimum, .minimum, of: type) }
        if let maximum = validation.maximum { try container.encodeValue(maximum, .maximum, of: type) }
        try container.encodeIfPresent(validation.minimumLength, forKey: .minimumLength)
        try container.encodeIfPresent(validation.maximumLength, forKey: .maximumLength)
        try container.encodeIfPresent(validation.pattern, forKey: .pattern)
        try container.encode(allowsExternalStorage, .externalStorage, unless: false)
        try container.encode(isPreservedAfterDeletion, .preservedAfterDeletion, unless: false)
        try container.encodeIfPresent(compositeName, forKey: .composite)
        try container.encodeIfPresent(valueTypeName, forKey: .valueType)
        try container.encodeIfPresent(coderName, forKey: .coder)
        try container.encodeIfPresent(derivation, forKey: .derivation)
        try container.encodeIfPresent(renamingIdentifier, forKey: .renamedFrom)
        try container.encodeIfPresent(versionHashModifier, forKey: .versionHashModifier)
        try container.encode(userInfo, .userInfo, unless: [:])
    }

    /// `string` or `string?`: all that an attribute says that has only a type; nil for any other.
    package var shortForm: String? {
        var plain = AttributeDescription(name: name, type: type)
        if self == plain { return type.rawValue }
        plain.isOptional = true
        return self == plain ? type.rawValue + "?" : nil
    }

    /// Reads `string` or `string?`.
    package init?(name: String, shortForm text: String) {
        let isOptional = text.hasSuffix("?")
        guard let type = AttributeType(rawValue: String(text.dropLast(isOptional ? 1 : 0))) else { return nil }
        self.init(name: name, type: type)
        self.isOptional = isOptional
    }
}

extension [AttributeDescription] {
    /// Reads attributes from an object of names.
    init(from object: (container: KeyedDecodingContainer<NameKey>, names: [String])?) throws {
        self = try (object?.names ?? []).map { name in
            guard let container = object?.container else { return AttributeDescription(name: name, type: .undefined) }
            let key = NameKey(name)
            // A failed attempt means the long form.
            if let text = try? container.decode(String.self, forKey: key) {
                if let attribute = AttributeDescription(name: name, shortForm: text) { return attribute }
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "'\(text)' is no type")
            }
            let keyed = try container.nestedContainer(keyedBy: AttributeDescription.CodingKeys.self, forKey: key)
            return try AttributeDescription(name: name, from: keyed)
        }
    }
}

extension AttributeDescription {
    /// Writes the attribute under its name.
    func encode(named container: inout KeyedEncodingContainer<NameKey>) throws {
        if let shortForm { return try container.encode(shortForm, forKey: NameKey(name)) }
        var keyed = container.nestedContainer(keyedBy: CodingKeys.self, forKey: NameKey(name))
        try encode(to: &keyed)
    }
}
