import PolystoreModel

/// A context's cache of routing, valid as long as no store comes or goes: read at every insert and set.
struct RoutingCache {
    /// The routing of an entity.
    struct Entry {
        /// The only writable home; nil where there are several, or none.
        let soleHome: StoreNumber?
        /// The attributes that decide an object's home.
        let partition: Set<PropertyKey>
    }

    let generation: Int
    private var entries: [Entry?]

    init(generation: Int, entityCount: Int) {
        self.generation = generation
        entries = [Entry?](repeating: nil, count: entityCount)
    }

    /// The only writable home of an entity that is known; nil where there is none.
    func soleHome(of entity: ModelEntity) -> StoreNumber? { entries[entity.index]?.soleHome }

    subscript(entity: ModelEntity) -> Entry? {
        get { entries[entity.index] }
        set { entries[entity.index] = newValue }
    }
}
