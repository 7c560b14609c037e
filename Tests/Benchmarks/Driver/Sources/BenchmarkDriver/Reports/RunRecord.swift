import Foundation

/// A run as it is kept in a file: machine, versions, what was measured and what follows for every target.
public struct RunRecord: Hashable, Sendable, Codable {
    /// What a product took for a workload.
    public struct Result: Hashable, Sendable, Codable {
        /// The product and the workload.
        public let product, workload: String
        /// The unit of the median.
        public let unit: String
        /// The median of the rounds, in the unit.
        public let median: Double
        /// The distance from the least to the greatest round, as a part of the median.
        public let spread: Double
        /// The number of rounds, and of operations in each.
        public let rounds, operations: Int
    }

    /// What a run says about a target.
    public struct Row: Hashable, Sendable, Codable {
        /// The workload, the backend that is judged and what it is compared with.
        public let workload, backend, reference: String
        /// What the limit compares with.
        public let kind: Target.Kind
        /// The median ratio (bytes where memory is judged) and its 95 % interval.
        public let ratio: Double, low: Double?, high: Double?
        /// The rounds that both took part in.
        public let rounds: Int
        /// The limit.
        public let limit: Double
        /// The verdict, and whether it is that the target is met.
        public let verdict: Verdict, met: Bool
    }

    /// A product of the run.
    public struct Product: Hashable, Sendable, Codable {
        /// Its name.
        public let name: String
        /// What it is there for.
        public let role: Contestant.Role
        /// Whether it knows an object again that it has handed out already.
        public let hasIdentity: Bool
        /// Sizes that are not those of the run: fewer operations, each of which is reported by itself.
        public let sizes: [String]
        /// Seconds that its programs took in all.
        public let seconds: Double
    }

    /// When the run ended.
    public let date: String
    /// The plan.
    public let plan: String
    /// Sizes that are not those of the workload's description.
    public let sizes: [String]
    /// The rounds that were run, and those that were planned.
    public let rounds, plannedRounds: Int
    /// The machine.
    public let machine: Machine
    /// What each product says about its version and settings.
    public let settings: [String: [String]]
    /// Why products that belong to the field did not take part.
    public let absent: [String: String]
    /// Syncs that a save of one object takes, by product.
    public let syncsPerSave: [String: Double]
    /// The contestants.
    public let products: [Product]
    /// What was measured.
    public let results: [Result]
    /// What follows for every target.
    public let targets: [Row]
    /// Ratios without a limit.
    public let comparisons: [Comparison]

    /// Makes the record of a run.
    public init(
        _ standing: Standing, _ judgements: [Judgement], plan: Plan, machine: Machine, contestants: [Contestant],
        absent: [String: String], syncsPerSave: [String: Double]
    ) {
        let measurements = standing.measurements
        date = Date().formatted(.iso8601)
        self.plan = plan.name
        sizes = plan.sizes
        rounds = standing.rounds
        plannedRounds = plan.allRounds
        self.machine = machine
        self.absent = absent.merging(standing.dropped) { $1 }
        self.syncsPerSave = syncsPerSave
        settings = measurements.settings
        products = contestants.map { contestant in
            Product(
                name: contestant.product, role: contestant.role, hasIdentity: contestant.hasIdentity,
                sizes: contestant.sizes, seconds: Rounded.four(standing.costs.total(contestant.product)))
        }
        results = measurements.workloads.flatMap { workload in
            contestants.compactMap { Self.result(measurements, $0.product, workload) }
        }
        targets = judgements.map { Self.row($0) }
        comparisons = Comparison.all(measurements)
    }

    private static func result(_ measurements: Measurements, _ product: String, _ workload: String) -> Result? {
        let rounds = measurements.rounds(product, workload)
        guard let values = measurements.values(product, workload), let sample = rounds.values.first else { return nil }
        return Result(
            product: product, workload: workload, unit: Quantity.unit(workload),
            median: Rounded.four(Quantity.value(values.median, workload, operations: sample.operations)),
            spread: Rounded.four(values.spread), rounds: rounds.count, operations: sample.operations)
    }

    private static func row(_ judgement: Judgement) -> Row {
        let range = judgement.values.interval
        return Row(
            workload: judgement.target.workload, backend: judgement.target.product,
            reference: judgement.target.reference ?? "bytes", kind: judgement.target.kind,
            ratio: Rounded.four(judgement.values.median), low: (range?.lowerBound).map(Rounded.four),
            high: (range?.upperBound).map(Rounded.four), rounds: judgement.values.values.count,
            limit: judgement.target.limit, verdict: judgement.verdict, met: judgement.verdict == .met)
    }

    /// The record as JSON, one line for each entry of a list.
    public func json() throws -> Data { try RecordFile.json(self) }
}
