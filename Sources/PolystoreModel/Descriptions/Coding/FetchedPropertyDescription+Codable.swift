extension FetchedPropertyDescription {
    private enum CodingKeys: String, CodingKey {
        case name, renamedFrom, versionHashModifier, userInfo
    }

    /// Reads an object with the keys of a model file and `name`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(name: try container.decode(String.self, forKey: .name), from: decoder)
    }

    init(name: String, from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(name: name, request: try FetchRequestDescription(from: decoder))
        renamingIdentifier = try container.decodeIfPresent(String.self, forKey: .renamedFrom)
        versionHashModifier = try container.decodeIfPresent(String.self, forKey: .versionHashModifier)
        userInfo = try container.decode(.userInfo, or: [:])
    }

    /// Writes an object with the keys of a model file and `name`; what has its default is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try encodeWithoutName(to: encoder)
    }

    func encodeWithoutName(to encoder: any Encoder) throws {
        try request.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(renamingIdentifier, forKey: .renamedFrom)
        try container.encodeIfPresent(versionHashModifier, forKey: .versionHashModifier)
        try container.encode(userInfo, .userInfo, unless: [:])
    }
}
