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

    static let declared = [
        StoreType.Option("cacheSize", .size, "Memory for pages, shared by all connections of the store (64MiB)."),
        StoreType.Option(
            "memoryMap", .size,
            "Bytes of the file read through a memory map (0B); with a map, a file that another program truncates kills "
                + "the process with SIGBUS."),
        StoreType.Option("readers", .count, "Connections for snapshots that are kept open (8)."),
    ]

    init() {}

    /// Reads options.
    ///
    /// - Throws: `invalidOption` for a name that is not declared or a value that makes no sense.
    init(_ options: StoreOptions, store: String) throws(StoreError) {
        for (name, value) in options.values.sorted(by: { $0.key < $1.key }) {
            switch (name, value) {
            case ("cacheSize", .size(let bytes)) where bytes >= 0: cacheSize = bytes
            case ("memoryMap", .size(let bytes)) where bytes >= 0: memoryMap = bytes
            case ("readers", .count(let count)) where (1...1000).contains(count): readers = count
            default:
                let known = Self.declared.first { $0.name == name }
                throw StoreError(
                    .invalidOption,
                    [
                        .store: store, .found: name,
                        .expected: known.map { "\($0.kind)" }
                            ?? Self.declared.map(\.name).joined(separator: ", "),
                    ])
            }
        }
    }

    /// The writer's share of the page cache.
    var writerCacheSize: Int { cacheSize / 2 }

    /// A reader's share for what it asks by statements: the first, which is used first, has as much as all others together.
    func readerCacheSize(_ number: Int) -> Int { number == 0 ? cacheSize / 16 : cacheSize / 16 / max(readers - 1, 1) }

    /// What the readers share for the pages that they read themselves.
    var pageCacheSize: Int { max(cacheSize / 16 * 6, 256 << 10) }
}
