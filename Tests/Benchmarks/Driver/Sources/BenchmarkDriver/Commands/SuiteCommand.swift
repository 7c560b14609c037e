import Foundation

/// Runs the workload in rounds, prints the tables and judges the targets.
public struct SuiteCommand {
    private let settings: RunSettings
    private let plan: Plan
    private let contestants: [Contestant]

    /// Prepares a run.
    public init(_ settings: RunSettings, _ plan: Plan) {
        self.settings = settings
        self.plan = settings.adapt(plan)
        contestants = settings.contestants(plan)
    }

    /// Runs.
    ///
    /// - Throws: `DriverError` when a runner fails or the products disagree.
    public func run() throws {
        let machine = Machine()
        let folder = try settings.results.map { try RecordFolder($0) }
        let syncs = plan.measuresTime ? try countSyncs() : [:]
        var tournament = Tournament(contestants, plan, folder: settings.folder, only: settings.only)
        tournament.progress = RunSettings.tell
        let standing = try tournament.run { standing in
            guard plan.measuresTime else { return }
            try folder?.keep(makeRecord(standing, machine, syncs), makeChart(standing))
        }
        let compared = standing.measurements.disagreements(products: contestants.map(\.product)).compared
        let agreement = "bench: \(contestants.count) products, \(compared) checksums compared, all agree"
        guard plan.measuresTime else { return print(agreement) }
        let record = makeRecord(standing, machine, syncs)
        let tables = RecordTables(record)
        print(WorkloadTables(standing.measurements, contestants).text, "\n")
        printSyncs(syncs)
        printSettings(standing.measurements)
        for table in [tables.targets, tables.ahead, tables.pairs, tables.comparisons] where !table.isEmpty {
            print(table.text, "\n")
        }
        print(standing.costs.table(contestants.map(\.product)), "\n")
        print(tables.remarks.joined(separator: "\n"), "\n")
        print(agreement)
        try folder?.finish(record, makeChart(standing))
        print(tables.conclusion)
    }

    private func makeRecord(_ standing: Standing, _ machine: Machine, _ syncs: [String: Double]) -> RunRecord {
        let peers = settings.field.contestants.filter { $0.role == .peer }.map(\.product)
        let judgements = Judgement.all(TargetTable.all(peers: peers), standing.measurements)
        return RunRecord(
            standing, judgements, plan: plan, machine: machine, contestants: contestants,
            absent: settings.field.absent, syncsPerSave: syncs)
    }

    private func makeChart(_ standing: Standing) -> RatioChart {
        RatioChart(standing.measurements, contestants, reference: "rawc")
    }

    private func countSyncs() throws -> [String: Double] {
        guard let library = settings.syncCounter, settings.only.isEmpty || settings.only.contains("W10") else {
            return [:]
        }
        let count = SyncCount(library: library, folder: settings.folder)
        let counted = try contestants.filter(\.runsWorkloads).map { ($0.product, try count.perSave($0)) }
        return Dictionary(counted) { first, _ in first }
    }

    private func printSyncs(_ syncs: [String: Double]) {
        guard !syncs.isEmpty else { return }
        let texts = syncs.sorted { $0.key < $1.key }.map { "\($0.key) \(Quantity.ratio($0.value))" }
        print("syncs for each save of one object: \(texts.joined(separator: ", "))\n")
    }

    private func printSettings(_ measurements: Measurements) {
        for contestant in contestants {
            for text in measurements.settings[contestant.product] ?? [] { print("\(contestant.product): \(text)") }
        }
        print()
    }
}
