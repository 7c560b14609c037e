import Foundation

/// Runs the workload in rounds, prints the tables and judges the targets.
public struct SuiteCommand {
    private let settings: RunSettings
    private let plan: Plan

    /// Prepares a run.
    public init(_ settings: RunSettings, _ plan: Plan) {
        self.settings = settings
        self.plan = settings.adapt(plan)
    }

    /// Runs.
    ///
    /// - Throws: `DriverError` when a runner fails or the products disagree.
    public func run() throws {
        let machine = Machine()
        let contestants = settings.contestants(plan)
        var tournament = Tournament(contestants, plan, folder: settings.folder, only: settings.only)
        tournament.progress = RunSettings.tell
        let measurements = try tournament.run()
        let compared = measurements.disagreements(products: contestants.map(\.product)).compared
        let agreement = "bench: \(contestants.count) products, \(compared) checksums compared, all agree"
        guard plan.measuresTime else { return print(agreement) }
        let judgements = Judgement.all(TargetTable.all(peers: peers), measurements)
        let syncs = try countSyncs(contestants)
        print(WorkloadTables(measurements, contestants).text, "\n")
        printSyncs(syncs)
        printSettings(measurements, contestants)
        print(JudgementTable(judgements).text, "\n")
        print(agreement)
        try keep(measurements, judgements, machine, contestants, syncs)
        print(JudgementTable(judgements).conclusion)
    }

    private var peers: [String] { settings.field.contestants.filter { $0.role == .peer }.map(\.product) }

    private func countSyncs(_ contestants: [Contestant]) throws -> [String: Double] {
        guard let library = settings.syncCounter, settings.only.isEmpty || settings.only.contains("W10") else {
            return [:]
        }
        let count = SyncCount(library: library, folder: settings.folder)
        let counted = try contestants.map { ($0.product, try count.perSave($0)) }
        return Dictionary(counted) { first, _ in first }
    }

    private func printSyncs(_ syncs: [String: Double]) {
        guard !syncs.isEmpty else { return }
        let texts = syncs.sorted { $0.key < $1.key }.map { "\($0.key) \(Quantity.ratio($0.value))" }
        print("syncs for each save of one object: \(texts.joined(separator: ", "))\n")
    }

    private func printSettings(_ measurements: Measurements, _ contestants: [Contestant]) {
        for contestant in contestants {
            for text in measurements.settings[contestant.product] ?? [] { print("\(contestant.product): \(text)") }
        }
        for (product, reason) in settings.field.absent.sorted(by: { $0.key < $1.key }) {
            print("ABSENT \(product): \(reason)")
        }
        print()
    }

    private func keep(
        _ measurements: Measurements, _ judgements: [Judgement], _ machine: Machine, _ contestants: [Contestant],
        _ syncs: [String: Double]
    ) throws {
        guard let folder = settings.results, plan.name == Plan.full.name, settings.only.isEmpty,
            settings.products.isEmpty
        else { return }
        let record = RunRecord(
            measurements, judgements, plan: plan, machine: machine, products: contestants.map(\.product),
            absent: settings.field.absent, syncsPerSave: syncs)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try record.json().write(to: folder.appendingPathComponent("latest.json"))
        try Data(RecordPage(record).text.utf8).write(to: folder.appendingPathComponent("latest.md"))
        let chart = RatioChart(measurements, contestants, reference: "rawc")
        try Data(chart.svg.utf8).write(to: folder.appendingPathComponent("latest.svg"))
    }
}
