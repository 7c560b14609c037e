import Foundation

/// Compares how the time for an object grows with the number of objects: Polystore's growth and its engine's.
public struct ScaleCommand {
    private let settings: RunSettings

    /// What grows for each object; queries whose results grow are left out.
    private static let workloads = ["W1", "W2", "W3", "W6", "W7", "W8", "W9"]
    /// The growth that is allowed, as a multiple of the engine's.
    private static let limit = 1.1
    private static let references = [
        "polystore-sqlite": "rawc-same", "polystore-lmdb": "lmdbc", "polystore-memory": "classes",
    ]

    /// Prepares a comparison.
    public init(_ settings: RunSettings) { self.settings = settings }

    /// Runs both sizes and prints a table.
    ///
    /// - Throws: `DriverError` when a runner fails or the products disagree.
    public func run() throws {
        let only = settings.only.isEmpty ? Self.workloads : settings.only
        let (small, large) = (try measure(.small, only), try measure(.large, only))
        var table = TextTable(["growth to ten times as many objects", "engine", "Polystore", "ratio", "verdict"])
        var (met, judged) = (0, 0)
        for (product, reference) in Self.references.sorted(by: { $0.key < $1.key }) {
            for workload in only {
                guard let own = growth(product, workload, small, large),
                    let engine = growth(reference, workload, small, large)
                else { continue }
                let isMet = own / engine <= Self.limit
                (met, judged) = (met + (isMet ? 1 : 0), judged + 1)
                table.add([
                    "\(workload) \(product)", Quantity.ratio(engine), Quantity.ratio(own),
                    Quantity.ratio(own / engine), isMet ? "met" : "missed",
                ])
            }
        }
        print(table.text)
        print("bench: \(met) of \(judged) targets met")
    }

    private func measure(_ plan: Plan, _ only: [String]) throws -> Measurements {
        let plan = plan.with(rounds: settings.rounds)
        let contestants = settings.contestants(plan).filter { contestant in
            Self.references.contains { [$0.key, $0.value].contains(contestant.product) }
        }
        var tournament = Tournament(contestants, plan, folder: settings.folder, only: only)
        tournament.progress = RunSettings.tell
        return try tournament.run()
    }

    private func growth(_ product: String, _ workload: String, _ small: Measurements, _ large: Measurements) -> Double?
    {
        guard let before = small.values(product, workload), let after = large.values(product, workload) else {
            return nil
        }
        return after.median / before.median
    }
}
