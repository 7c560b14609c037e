/// A store type that is known by name although the program may not link it.
struct KnownBackend {
    /// The name in the store file.
    let name: String
    /// The library product that holds the type.
    let product: String

    /// The types that come with this package.
    static let all = [
        KnownBackend(name: "sqlite", product: "PolystoreSQLite"),
        KnownBackend(name: "lmdb", product: "PolystoreLMDB"),
        KnownBackend(name: "memory", product: "PolystoreMemory"),
    ]
}
