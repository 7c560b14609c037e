/// The record of a run as a page in Markdown: every target, and every product's times.
public struct RecordPage {
    private let record: RunRecord

    /// Prepares the page of a record.
    public init(_ record: RunRecord) { self.record = record }

    /// The page.
    public var text: String {
        let machine = record.machine
        let met = record.targets.count { $0.met }
        return """
            # The latest run

            \(record.date), \(machine.processor), \(machine.processors) processors, \(machine.memory) GiB, \
            \(machine.system), \(machine.swift); \(machine.load) processes were running when it began. \
            \(met) of \(record.targets.count) targets met. Described in the [README](../README.md).

            ![What each product takes, as a ratio to SQLite used from C](latest.svg)

            ## Targets

            \(targets)

            ## Ahead of other object layers

            \(ahead)

            ## Medians

            \(medians)

            """
    }

    private var targets: String {
        let rows = record.targets.filter { $0.kind != .ahead }.map { row in
            let range = row.low.flatMap { low in row.high.map { "\(low) – \($0)" } } ?? "too few rounds"
            return
                "| \(row.workload) | \(short(row.backend)) | \(row.reference) | \(row.ratio) | \(range) | \(row.limit) "
                + "| \(row.verdict.rawValue) |"
        }
        return
            (["| workload | backend | against | ratio | 95 % interval | limit | |", "|---|---|---|--:|--:|--:|---|"]
            + rows)
            .joined(separator: "\n")
    }

    private var ahead: String {
        let groups = Dictionary(grouping: record.targets.filter { $0.kind == .ahead }) { [$0.backend, $0.reference] }
        let rows = groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, rows in
            let behind = rows.filter { $0.verdict == .missed }.map(\.workload)
            let open = rows.filter { $0.verdict == .undecided }.map(\.workload)
            return "| \(short(key[0])) | \(key[1]) | \(rows.count { $0.met }) of \(rows.count) "
                + "| \(behind.joined(separator: ", ")) | \(open.joined(separator: ", ")) |"
        }
        return (["| backend | against | ahead | behind in | undecided |", "|---|---|--:|---|---|"] + rows)
            .joined(separator: "\n")
    }

    private var medians: String {
        var products: [String] = [], workloads: [String] = []
        for result in record.results {
            if !products.contains(result.product) { products.append(result.product) }
            if !workloads.contains(result.workload) { workloads.append(result.workload) }
        }
        let cells = Dictionary(record.results.map { ([$0.workload, $0.product], $0) }) { first, _ in first }
        let rows = workloads.map { workload in
            let unit = products.lazy.compactMap { cells[[workload, $0]]?.unit }.first ?? ""
            let values = products.map { cells[[workload, $0]].map { number($0.median) } ?? "" }
            return "| \(workload) | \(unit) | " + values.joined(separator: " | ") + " |"
        }
        let heading = "| | unit | " + products.map(short).joined(separator: " | ") + " |"
        let rule = "|---|---|" + products.map { _ in "--:|" }.joined()
        return ([heading, rule] + rows).joined(separator: "\n")
    }

    private func short(_ product: String) -> String { product.replacing("polystore-", with: "") }

    private func number(_ value: Double) -> String { value >= 100 ? "\(Int(value.rounded()))" : "\(value)" }
}
