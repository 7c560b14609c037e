import PolystoreModel

/// Turns constants into the encodings of one property's values.
struct ConstantEncoder {
    let catalog: RecordCatalog
    /// How the property's values lie in rows.
    let kind: SlotKind
    /// The hierarchy of a relationship's destination.
    let destination: RootNumber

    /// Whether less and greater mean something for the kind.
    var isOrdered: Bool {
        switch kind {
        case .boolean, .uuid, .uri, .reference, .objectReference: false
        default: true
        }
    }

    /// The ascending encoding; nil when keys cannot answer for the constant.
    func encode(_ value: Value) -> [UInt8]? {
        guard kind.isReference, case .object(let object) = value else {
            return KeyEncoding.encode(value, comparedWith: kind)
        }
        guard let peer = catalog.peer(of: object, destination: destination) else { return nil }
        var bytes = [KeyEncoding.present]
        KeyEncoding.append(reference: object.key, peer: peer, to: &bytes)
        return bytes
    }

    /// The encodings of all values, in order, each once; nil when keys cannot answer for one of them.
    func encode(all values: [Value]) -> [[UInt8]]? {
        var result: [[UInt8]] = []
        result.reserveCapacity(values.count)
        for value in values {
            guard let bytes = encode(value) else { return nil }
            result.append(bytes)
        }
        result.sort { $0.lexicographicallyPrecedes($1) }
        var unique: [[UInt8]] = []
        for bytes in result where unique.last != bytes { unique.append(bytes) }
        return unique
    }
}
