import PolystoreConformance
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite
import PolystoreStorage

/// The backends that the kit is run with: a new one is one line here.
package enum Backends {
    package static let all: [(name: String, type: StoreType)] = [
        ("LMDB", .lmdb),
        ("Memory", .memory),
        ("SQLite", .sqlite),
    ]

    /// Each backend alone.
    package static let alone = all.map { ConformanceFactory($0.name, type: $0.type) }

    /// Each backend twice, every ordered pair and every ordered triple of different ones.
    package static let combined = ConformanceFactory.combinations(of: all)
}
