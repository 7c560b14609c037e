import Foundation

/// Compares how the time for an object grows with the number of objects: Polystore's growth and its engine's.
public struct ScaleCommand {
    private let settings: RunSettings

    /// What grows for each object; queries whose results grow are left out.
    private static let workloads = ["W1", "W2", "W3", "W6", "W7", "W8", "W9"]
    /// The growth that is allowed, as a multiple of the engine's.
    private static let limit = 1.1
    /// How many small runs there are in a round before the large one, and as many behind it.
    private static let smallRuns = 2
    private static let references = [
        "polystore-sqlite": "rawc-same", "polystore-lmdb": "lmdbc", "polystore-memory": "classes",
    ]

    /// Prepares a comparison.
    public init(_ settings: RunSettings) { self.settings = settings }

    /// Runs both sizes in each round and prints a table.
    ///
    /// - Throws: `DriverError` when a runner fails or the products disagree.
    public func run() throws {
        let machine = Machine()
        let only = settings.only.isEmpty ? Self.workloads : settings.only
        let plan = settings.adapt(.small)
        let plans = (small: plan.with(rounds: plan.rounds * 2 * Self.smallRuns), large: plan.grown(by: 10))
        let contestants = settings.contestants(plans.large).filter { contestant in
            Self.references.contains { [$0.key, $0.value].contains(contestant.product) }
        }
        let small = tournament(contestants, plans.small, only), large = tournament(contestants, plans.large, only)
        var before = Standing(), after = Standing()
        let start = Date()
        while after.rounds < plans.large.rounds {
            let next = Double(2 * Self.smallRuns) * small.expectedSeconds(before) + large.expectedSeconds(after)
            if after.rounds > 0, Date().timeIntervalSince(start) + next > plans.large.budget { break }
            for _ in 0..<Self.smallRuns { try small.runRound(&before) }
            try large.runRound(&after)
            for _ in 0..<Self.smallRuns { try small.runRound(&before) }
        }
        let growths = Self.growths(before.measurements, after.measurements, only)
        let record = GrowthRecord(
            growths, limit: Self.limit, rounds: after.rounds, sizes: plans.large.sizes, machine: machine)
        print("small runs\n\(before.costs.table(contestants.map(\.product)))\n")
        print("large runs\n\(after.costs.table(contestants.map(\.product)))\n")
        print(Growth.table(growths, limit: Self.limit).text, "\n")
        print("\(after.rounds) rounds of \(plans.large.sizes.joined(separator: " ")) over the median of")
        print("\(2 * Self.smallRuns) runs of a tenth of it;")
        print("a target is met when the whole interval is within the limit, and missed when the whole is beyond it")
        try settings.results.map { try RecordFolder($0) }?.keep(record)
        print("bench: \(record.targets.count { $0.met }) of \(record.targets.count) targets met")
    }

    private func tournament(_ contestants: [Contestant], _ plan: Plan, _ only: [String]) -> Tournament {
        var tournament = Tournament(contestants, plan, folder: settings.folder, only: only)
        tournament.progress = RunSettings.tell
        return tournament
    }

    private static func growths(_ before: Measurements, _ after: Measurements, _ workloads: [String]) -> [Growth] {
        references.sorted { $0.key < $1.key }.flatMap { product, reference in
            workloads.compactMap {
                Growth($0, product, reference, before, after, smallRuns: 2 * smallRuns)
            }
        }
    }
}
