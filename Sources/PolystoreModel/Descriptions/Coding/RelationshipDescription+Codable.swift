extension RelationshipDescription {
    enum CodingKeys: String, CodingKey {
        case name, to, toMany, toClass, toManyClass, inverse, ordered, optional, transient, minimumCount, maximumCount
        case deleteRule, renamedFrom, versionHashModifier, userInfo
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
        let keys: [CodingKeys] = [.to, .toMany, .toClass, .toManyClass]
        guard let key = keys.first(where: container.contains) else {
            throw DecodingError.keyNotFound(
                CodingKeys.to, .init(codingPath: container.codingPath, debugDescription: "'\(name)' leads nowhere"))
        }
        let target = try container.decode(String.self, forKey: key)
        self.init(
            name: name, to: key == .to || key == .toMany ? .entity(target) : .objectClass(target),
            isToMany: key == .toMany || key == .toManyClass,
            inverse: try container.decodeIfPresent(String.self, forKey: .inverse))
        isOrdered = try container.decode(.ordered, or: false)
        isOptional = try container.decode(.optional, or: true)
        isTransient = try container.decode(.transient, or: false)
        minimumCount = try container.decode(.minimumCount, or: 0)
        maximumCount = try container.decode(.maximumCount, or: 0)
        deleteRule = try container.decode(.deleteRule, or: .nullify)
        renamingIdentifier = try container.decodeIfPresent(String.self, forKey: .renamedFrom)
        versionHashModifier = try container.decodeIfPresent(String.self, forKey: .versionHashModifier)
        userInfo = try container.decode(.userInfo, or: [:])
    }

    func encode(to container: inout KeyedEncodingContainer<CodingKeys>) throws {
        switch destination {
        case .entity(let target): try container.encode(target, forKey: isToMany ? .toMany : .to)
        case .objectClass(let target): try container.encode(target, forKey: isToMany ? .toManyClass : .toClass)
        }
        try container.encodeIfPresent(inverseName, forKey: .inverse)
        try container.encode(isOrdered, .ordered, unless: false)
        try container.encode(isOptional, .optional, unless: true)
        try container.encode(isTransient, .transient, unless: false)
        try container.encode(minimumCount, .minimumCount, unless: 0)
        try container.encode(maximumCount, .maximumCount, unless: 0)
        try container.encode(deleteRule, .deleteRule, unless: .nullify)
        try container.encodeIfPresent(renamingIdentifier, forKey: .renamedFrom)
        try container.encodeIfPresent(versionHashModifier, forKey: .versionHashModifier)
        try container.encode(userInfo, .userInfo, unless: [:])
    }
}
