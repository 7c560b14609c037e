import PolystoreModel
import PolystoreStorage

/// The options of a store of this type.
struct SQLiteOptions: Hashable, Sendable {
    /// The memory for pages of all connections together, in bytes.
    var cacheSize = 64 << 20
    /// The bytes of the file that are mapped; 0 maps nothing.
    var memoryMap = 0
    /// The connections for snapshots that are kept open.
    var readers = 8
    /// Whether statements write several rows at once, where there are many.
    var multiRowStatements = true
    /// Whether large saves make indexes anew.
    var indexRebuilds = true

    static let declared = [
        StoreType.Option(
            "cacheSize", .size, in: 0...1 << 40, "Memory for pages, shared by all connections of the store (64MiB)."),
        StoreType.Option(
            "memoryMap", .size, in: 0...1 << 40,
            "Bytes of the file read through a memory map (0KiB); with a map, a file that another program truncates kills "
                + "the process with SIGBUS."),
        StoreType.Option("readers", .count, in: 1...1000, "Connections for snapshots that are kept open (8)."),
        StoreType.Option(
            "multiRowStatements", .flag,
            "Whether a statement inserts or updates several rows where a save has many of one kind (true)."),
        StoreType.Option(
            "indexRebuilds", .flag,
            "Whether a save that changes most entries of an index takes it away and makes it anew (true)."),
    ]

    init() {}

    /// Reads options.
    ///
    /// - Throws: `invalidOption` for a name that is not declared or a value that makes no sense.
    init(_ options: StoreOptions, store: String) throws(StoreError) {
        try options.check(against: Self.declared, store: store)
        cacheSize = options.integer("cacheSize", default: cacheSize)
        memoryMap = options.integer("memoryMap", default: memoryMap)
        readers = options.integer("readers", default: readers)
        multiRowStatements = options.flag("multiRowStatements", default: multiRowStatements)
        indexRebuilds = options.flag("indexRebuilds", default: indexRebuilds)
    }

    /// The writer's share of the page cache.
    var writerCacheSize: Int { cacheSize / 2 }

    /// A reader's share: the first, which is used before the others, has as much as all others together.
    func readerCacheSize(_ number: Int) -> Int { number == 0 ? cacheSize / 4 : cacheSize / 4 / max(readers - 1, 1) }
}
