import Foundation

/// A comparison of growth as it is kept in a file.
public struct GrowthRecord: Hashable, Sendable, Codable {
    /// How the time for an object of one workload grows.
    public struct Row: Hashable, Sendable, Codable {
        /// The workload and the backend that is judged.
        public let workload, backend: String
        /// The medians of the growths of the engine and of the backend.
        public let engine, own: Double
        /// The median of the ratios of growths.
        public let ratio: Double
        /// The ends of its 95 % interval; nil when there are too few rounds.
        public let low, high: Double?
        /// The limit.
        public let limit: Double
        /// The verdict, and whether it is that the target is met.
        public let verdict: Verdict, met: Bool
    }

    /// When the run ended.
    public let date: String
    /// The machine.
    public let machine: Machine
    /// The rounds, each of which had both numbers of objects.
    public let rounds: Int
    /// The sizes of the large runs; the small ones have a tenth of the objects.
    public let sizes: [String]
    /// What follows for every target.
    public let targets: [Row]

    /// Makes the record of a comparison.
    public init(_ growths: [Growth], limit: Double, rounds: Int, sizes: [String], machine: Machine) {
        date = Date().formatted(.iso8601)
        self.machine = machine
        self.rounds = rounds
        self.sizes = sizes
        targets = growths.map { growth in
            let interval = growth.ratios.interval, verdict = growth.verdict(limit: limit)
            return Row(
                workload: growth.workload, backend: growth.product, engine: Rounded.four(growth.engine),
                own: Rounded.four(growth.own), ratio: Rounded.four(growth.ratios.median),
                low: interval.map { Rounded.four($0.lowerBound) }, high: interval.map { Rounded.four($0.upperBound) },
                limit: limit, verdict: verdict, met: verdict == .met)
        }
    }
}
