import Foundation

extension ObjectID: Codable {
    private enum CodingKeys: String, CodingKey {
        case store, entity, key
    }

    /// Reads store UUID, root entity and key; the numbers are interned in this process.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            store: StoreNumber(interning: try container.decode(UUID.self, forKey: .store)),
            root: RootNumber(interning: try container.decode(String.self, forKey: .entity)),
            key: try container.decode(Int64.self, forKey: .key))
    }

    /// Writes store UUID, root entity and key.
    public func encode(to encoder: any Encoder) throws {
        guard let identifier = store.identifier else {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "the object has no store"))
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(identifier, forKey: .store)
        try container.encode(root.name, forKey: .entity)
        try container.encode(key, forKey: .key)
    }
}

extension ObjectID: CustomStringConvertible {
    /// The URI form, or the bare key of an object without a store.
    public var description: String { ObjectURI(self)?.text ?? "\(root.name)/\(key)" }
}
