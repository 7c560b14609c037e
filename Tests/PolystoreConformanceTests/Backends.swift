import PolystoreConformance
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite
import PolystoreStorage

/// The backends of this package: a new one is one line here.
enum Backends {
    static let all: [(name: String, type: StoreType)] = [
        ("LMDB", .lmdb),
        ("Memory", .memory),
        ("SQLite", .sqlite),
    ]

    /// Each backend alone.
    static let alone = all.map { ConformanceFactory($0.name, type: $0.type) }
}
