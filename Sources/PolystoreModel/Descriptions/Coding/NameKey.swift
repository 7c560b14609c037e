/// A free name as the key of an object.
struct NameKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer {
    /// The value of a key, or a default where the key is missing: what was written before the key existed stays readable.
    func decode<Decoded: Decodable>(_ key: Key, or fallback: Decoded) throws -> Decoded {
        try decodeIfPresent(Decoded.self, forKey: key) ?? fallback
    }

    /// The names of an object that is the value of a key, in the order of their bytes, each with the object.
    func names(_ key: Key) throws -> (container: KeyedDecodingContainer<NameKey>, names: [String])? {
        guard contains(key) else { return nil }
        let container = try nestedContainer(keyedBy: NameKey.self, forKey: key)
        return (container, container.allKeys.map(\.stringValue).sorted(byName: \.self))
    }
}

extension KeyedEncodingContainer {
    /// Writes a value unless it is the default.
    mutating func encode<Encoded: Encodable & Equatable>(
        _ value: Encoded, _ key: Key, unless fallback: Encoded
    ) throws {
        if value != fallback { try encode(value, forKey: key) }
    }

    /// Writes an object with a free name for each element, unless there are no elements.
    mutating func encode<Element>(
        _ elements: [Element], _ key: Key,
        _ encodeElement: (inout KeyedEncodingContainer<NameKey>, Element) throws -> Void
    ) throws {
        guard !elements.isEmpty else { return }
        var container = nestedContainer(keyedBy: NameKey.self, forKey: key)
        for element in elements { try encodeElement(&container, element) }
    }
}
