/// The tables that a run prints: for each workload the time of every contestant, and Polystore's ratio to each.
public struct WorkloadTables {
    private let measurements: Measurements
    private let contestants: [Contestant]

    /// Prepares the tables.
    public init(_ measurements: Measurements, _ contestants: [Contestant]) {
        self.measurements = measurements
        self.contestants = contestants
    }

    /// One table a workload.
    public var text: String {
        measurements.workloads.map { table($0) }.joined(separator: "\n\n")
    }

    private func table(_ workload: String) -> String {
        let own = contestants.filter { $0.role == .own && measurements.values($0.product, workload) != nil }
        var table = TextTable(
            ["\(workload) (\(Quantity.unit(workload)))", "median", "spread", "rounds", "operations"]
                + own.map { "\($0.product.replacing("polystore-", with: "")) ÷" })
        for contestant in contestants {
            guard let values = measurements.values(contestant.product, workload) else { continue }
            let rounds = measurements.rounds(contestant.product, workload)
            let operations = rounds.values.first?.operations ?? 1
            let ratios = own.map { product in
                guard product.product != contestant.product,
                    let ratios = measurements.ratios(of: product.product, to: contestant.product, workload)
                else { return "" }
                return Quantity.ratio(ratios.median)
            }
            table.add(
                [
                    contestant.product, Quantity.text(values.median, workload, operations: operations),
                    "\(Int((values.spread * 100).rounded())) %", "\(rounds.count)",
                    Measurements.isThroughput(workload) ? "" : "\(operations)",
                ] + ratios)
        }
        return table.text
    }
}
