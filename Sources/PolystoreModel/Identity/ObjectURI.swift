import Foundation

/// An object's identity outside the process: `polystore://STORE-UUID/RootEntity/pKEY`.
///
/// Parsing interns nothing and touches no store; a coordinator turns the parts into an `ObjectID` when it knows the
/// store.
public struct ObjectURI: Hashable, Sendable {
    /// The UUID of the object's store.
    public let store: UUID
    /// The name of an entity of the object's hierarchy; the root's, when the URI was made from an ID.
    public let entity: String
    /// The object's key.
    public let key: Int64

    /// Makes a URI from its parts.
    public init(store: UUID, entity: String, key: Int64) {
        self.store = store
        self.entity = entity
        self.key = key
    }

    /// The URI of an ID; nil for an ID without a store.
    public init?(_ objectID: ObjectID) {
        guard let store = objectID.store.identifier else { return nil }
        self.init(store: store, entity: objectID.root.name, key: objectID.key)
    }

    /// Reads the text form; nil when it is not one.
    ///
    /// Accepts exactly one `p` before a decimal key without sign or leading zeros.
    public init?(_ text: String) {
        guard let rest = text.dropPrefix("polystore://") else { return nil }
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, let store = UUID(uuidString: String(parts[0])), parts[2].first == "p",
            let entity = String(parts[1]).removingPercentEncoding, !entity.isEmpty
        else { return nil }
        let digits = parts[2].dropFirst()
        guard let key = Int64(digits), key > 0, String(key) == digits else { return nil }
        self.init(store: store, entity: entity, key: key)
    }

    /// The text form.
    public var text: String {
        let name = entity.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? entity
        return "polystore://\(store.uuidString)/\(name)/p\(key)"
    }
}

extension String {
    fileprivate func dropPrefix(_ prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}

extension ObjectURI: CustomStringConvertible {
    /// The text form.
    public var description: String { text }
}
