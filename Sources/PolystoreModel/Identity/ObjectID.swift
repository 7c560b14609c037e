/// The identity of an object: which store, which entity hierarchy, which key.
///
/// An object has its ID from the moment it is inserted and keeps it for life (P8). The ID is 16 plain bytes, equal and
/// hashed by them; the numbers of store and root are those of this process, so an ID leaves the process only as a URI
/// or through `Codable`, which name the store's UUID, the root entity and the key. The concrete entity is not part of
/// the ID: a reference through a super-entity does not know it.
public struct ObjectID: Hashable, Sendable {
    /// The store's number in this process.
    public let store: StoreNumber
    /// The number of the hierarchy's root entity in this process.
    public let root: RootNumber
    /// The key within store and hierarchy.
    ///
    /// Positive for every object that can be saved.
    public let key: Int64

    /// Makes an ID from its parts.
    public init(store: StoreNumber, root: RootNumber, key: Int64) {
        self.store = store
        self.root = root
        self.key = key
    }
}

extension ObjectID {
    /// Hashes the 16 bytes with two multiplications: sets of IDs are looked into for every object of a save or fetch,
    /// and keys are given by stores, not by an attacker.
    public func hash(into hasher: inout Hasher) { hasher.combine(mixed) }

    @inline(__always)
    private var mixed: UInt {
        let place = UInt(store.rawValue) << 32 | UInt(root.rawValue)
        let product = (UInt(bitPattern: Int(key)) ^ (place &* 0xBF58_476D_1CE4_E5B9)) &* 0x9E37_79B9_7F4A_7C15
        return product ^ (product >> 32)
    }
}

extension ObjectID: Comparable {
    /// Orders by root, store number and key: a stable order within one process.
    public static func < (left: ObjectID, right: ObjectID) -> Bool {
        (left.root.rawValue, left.store.rawValue, left.key) < (right.root.rawValue, right.store.rawValue, right.key)
    }
}
