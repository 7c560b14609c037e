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

    /// Each backend alone, as shipped, and with all of its accelerations off.
    package static let alone = all.flatMap { name, type in
        let off = options(off: type)
        let shipped = ConformanceFactory(name, type: type)
        if off.values.isEmpty { return [shipped] }
        return [shipped, ConformanceFactory("\(name), accelerations off", type: type, options: off)]
    }

    /// Options that turn off every flag of a type: what a store does to be faster.
    private static func options(off type: StoreType) -> StoreOptions {
        var options = StoreOptions()
        for option in type.options where option.kind == .flag { options.values[option.name] = .flag(false) }
        return options
    }

    /// Each backend twice, every ordered pair and every ordered triple of different ones.
    package static let combined = ConformanceFactory.combinations(of: all)

    /// All of them, those with as many stores together: they can be asked the same questions, and the more of them
    /// are asked at once, the less does it cost to know the answer.
    package static let groups: [[ConformanceFactory]] = [
        alone, combined.filter { $0.types.count == 2 }, combined.filter { $0.types.count == 3 },
    ]
}
