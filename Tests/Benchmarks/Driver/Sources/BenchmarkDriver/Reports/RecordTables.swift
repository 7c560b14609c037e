/// The tables of a record, for the terminal and for its page.
public struct RecordTables {
    private let record: RunRecord

    /// Prepares the tables of a record.
    public init(_ record: RunRecord) { self.record = record }

    /// Every target but those against peers.
    public var targets: TextTable {
        var table = TextTable(["target", "backend", "against", "ratio", "95 % interval", "rounds", "limit", "verdict"])
        for row in record.targets where row.kind != .ahead {
            let unit = row.kind == .memory ? "" : [.mixed, .joint, .added].contains(row.kind) ? " (alone)" : ""
            table.add([
                row.workload, Self.short(row.backend), Self.short(row.reference) + unit, Quantity.ratio(row.ratio),
                Self.interval(row.low, row.high), "\(row.rounds)",
                (Measurements.isThroughput(row.workload) ? "≥ " : "≤ ") + Quantity.ratio(row.limit), Self.verdict(row),
            ])
        }
        return table
    }

    /// For each workload and peer, Polystore's ratio on every backend, and where it is not ahead.
    public var pairs: TextTable {
        let rows = record.targets.filter { $0.kind == .ahead }
        let backends = Self.distinct(rows.map(\.backend))
        var table = TextTable(["workload", "peer"] + backends.map { "\(Self.short($0)) ÷ peer" })
        let cells = Dictionary(rows.map { ([$0.workload, $0.reference, $0.backend], $0) }) { first, _ in first }
        for workload in Self.distinct(rows.map(\.workload)) {
            for peer in Self.distinct(rows.filter { $0.workload == workload }.map(\.reference)) {
                let row = backends.map { cells[[workload, peer, $0]].map(Self.ahead) ?? "" }
                table.add([workload, named(peer)] + row)
            }
        }
        return table
    }

    /// For each backend and peer, on how many workloads Polystore is ahead.
    public var ahead: TextTable {
        var table = TextTable(["backend", "peer", "ahead on", "behind on", "undecided"])
        let rows = record.targets.filter { $0.kind == .ahead }
        for backend in Self.distinct(rows.map(\.backend)) {
            for peer in Self.distinct(rows.map(\.reference)) {
                let group = rows.filter { $0.backend == backend && $0.reference == peer }
                guard !group.isEmpty else { continue }
                table.add([
                    Self.short(backend), named(peer), "\(group.count { $0.met }) of \(group.count)",
                    group.filter { $0.verdict == .missed }.map(\.workload).joined(separator: " "),
                    group.filter { $0.verdict == .undecided }.map(\.workload).joined(separator: " "),
                ])
            }
        }
        return table
    }

    /// OO7, inheritance and questions: ratios to SQLite used from C and to plain classes.
    public var comparisons: TextTable {
        let columns = Comparison.references.flatMap { reference in Comparison.backends.map { [$0, reference] } }
        var table = TextTable(["suite"] + columns.map { "\(Self.short($0[0])) ÷ \($0[1])" })
        let rows = record.comparisons
        let cells = Dictionary(rows.map { ([$0.workload, $0.backend, $0.reference], $0.ratio) }) { first, _ in first }
        for workload in Self.distinct(rows.map(\.workload)) {
            table.add([workload] + columns.map { cells[[workload] + $0].map(Quantity.ratio) ?? "" })
        }
        return table
    }

    /// The medians of all products.
    public var medians: TextTable {
        let products = Self.distinct(record.results.map(\.product))
        var table = TextTable(["workload", "unit"] + products.map(Self.short))
        let cells = Dictionary(record.results.map { ([$0.workload, $0.product], $0) }) { first, _ in first }
        for workload in Self.distinct(record.results.map(\.workload)) {
            let unit = products.lazy.compactMap { cells[[workload, $0]]?.unit }.first ?? ""
            let values = products.map { cells[[workload, $0]].map { Quantity.number($0.median) } ?? "" }
            table.add([workload, unit] + values)
        }
        return table
    }

    /// How many rounds there were, and which contestants did less than the others.
    public var remarks: [String] {
        let rounds =
            "\(record.rounds) of \(record.plannedRounds) rounds"
            + (record.sizes.isEmpty ? "" : "; sizes of this run: \(record.sizes.joined(separator: " "))")
        let own = record.products.filter { $0.role == .own }.map(\.name)
        let fewer = record.products.filter { !$0.sizes.isEmpty }.map {
            "\($0.name) did fewer operations, each reported by itself: \($0.sizes.joined(separator: " "))"
        }
        let short = Self.distinct(
            record.results.filter { $0.rounds < record.rounds && $0.workload == "W1" }.map {
                "\($0.product) took part in \($0.rounds) rounds"
            })
        let slow = Self.distinct(
            record.results.filter { $0.rounds < record.rounds && own.contains($0.product) }.map {
                "\($0.workload) was run in \($0.rounds) rounds"
            })
        let strangers = record.products.filter { $0.role == .peer && !$0.hasIdentity }.map {
            "\($0.name) has no identity map: its objects are structures, read anew at each fetch"
        }
        let absent = record.absent.sorted { $0.key < $1.key }.map { "ABSENT \($0.key): \($0.value)" }
        return [rounds] + fewer + short + slow + strangers + absent
    }

    /// How many targets are met.
    public var conclusion: String {
        "bench: \(record.targets.count { $0.met }) of \(record.targets.count) targets met"
    }

    /// A peer's name, marked if it has no identity map.
    private func named(_ peer: String) -> String {
        record.products.contains { $0.name == peer && !$0.hasIdentity } ? "\(peer) (no identity)" : peer
    }

    private static func ahead(_ row: RunRecord.Row) -> String {
        let ratio = Quantity.ratio(row.ratio)
        return row.met ? ratio : "\(ratio) \(row.verdict == .missed ? "behind" : verdict(row))"
    }

    /// The verdict; where there are too few rounds for one, on which side of the limit their median lies.
    private static func verdict(_ row: RunRecord.Row) -> String {
        guard row.low == nil else { return row.verdict.rawValue }
        let isWithin = Measurements.isThroughput(row.workload) ? row.ratio >= row.limit : row.ratio <= row.limit
        return isWithin ? "undecided, within" : "undecided, beyond"
    }

    private static func interval(_ low: Double?, _ high: Double?) -> String {
        low.flatMap { low in high.map { "\(Quantity.ratio(low)) – \(Quantity.ratio($0))" } } ?? "too few rounds"
    }

    private static func short(_ product: String) -> String { product.replacing("polystore-", with: "") }

    /// The values in the order in which they were first seen.
    private static func distinct(_ values: [String]) -> [String] {
        var seen: Set<String> = []
        return values.filter { seen.insert($0).inserted }
    }
}
