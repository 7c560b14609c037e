import PolystoreStorage

/// An entity's name in a store of the store file, or in a configuration that a store uses.
struct EntityListing {
    /// The store.
    let store: StoreFile.Store
    /// The keys that lead to the place where the entity, or the configuration that holds it, is named.
    let path: [String]

    /// Whether new objects may go there.
    var isWritable: Bool { store.access == .readWrite }
}
