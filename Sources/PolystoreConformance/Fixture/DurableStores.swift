import PolystoreStorage

/// The requirements of a case about reopening.
enum DurableStores {
    /// Passes for durable stores; a type that is not durable has no store to look at.
    static func require(_ bench: ConformanceFixture) throws {
        for type in bench.factory.types where !type.capabilities.isDurable {
            _ = try type.metadata(PersistentStoreDescription(name: "none", type: type))
        }
    }
}
