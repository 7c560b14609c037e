import PolystoreStorage

extension StoreFile {
    /// The same stores, for looking only: a store that lies somewhere is opened read only and never created.
    ///
    /// Partition rules are left out, because they say where new objects go.
    public var readingOnly: StoreFile { readingOnly(creating: []) }

    /// The same stores, for looking only, some of which may be made: by a store type that makes them in memory.
    ///
    /// Partition rules are left out, because they say where new objects go.
    package func readingOnly(creating names: Set<String>) -> StoreFile {
        let stores = stores.map { store in
            guard store.url != nil else { return store }
            return Store(
                name: store.name, type: store.type, url: store.url, configuration: store.configuration,
                entities: store.entities, access: .readOnly, creates: names.contains(store.name),
                durability: store.durability,
                lockTimeout: store.lockTimeout, options: store.options)
        }
        return StoreFile(
            model: model, relocation: relocation, commitLog: commitLog, stores: stores, partitions: [], source: source)
    }
}
