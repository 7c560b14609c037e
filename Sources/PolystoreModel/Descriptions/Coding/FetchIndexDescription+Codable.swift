extension FetchIndexDescription {
    enum CodingKeys: String, CodingKey {
        case name, elements, `where`
    }

    /// Reads an object with the keys of a model file and `name`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(name: try container.decode(String.self, forKey: .name), from: container)
    }

    /// Writes an object with the keys of a model file and `name`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try encode(to: &container)
    }

    init(name: String, from container: KeyedDecodingContainer<CodingKeys>) throws {
        self.init(name: name, elements: try container.decode([Element].self, forKey: .elements))
        partialPredicate = try container.decodeIfPresent(FetchPredicate.self, forKey: .where)
    }

    func encode(to container: inout KeyedEncodingContainer<CodingKeys>) throws {
        try container.encode(elements, forKey: .elements)
        try container.encodeIfPresent(partialPredicate, forKey: .where)
    }
}

extension FetchIndexDescription.Element {
    /// Reads the text of model files: `-age` is descending.
    package init(text: String) {
        let isDescending = text.hasPrefix("-")
        self.init(property: String(text.dropFirst(isDescending ? 1 : 0)), isAscending: !isDescending)
    }

    /// The element as model files write it.
    package var text: String { (isAscending ? "" : "-") + property }

    /// Reads the text of model files.
    public init(from decoder: any Decoder) throws {
        self.init(text: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text of model files.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
