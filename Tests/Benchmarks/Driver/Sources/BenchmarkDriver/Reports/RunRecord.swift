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
        /// The limit.
        public let limit: Double
        /// The verdict, and whether it is that the target is met.
        public let verdict: Verdict, met: Bool
    }

    /// When the run ended.
    public let date: String
    /// The plan.
    public let plan: String
    /// The machine.
    public let machine: Machine
    /// What each product says about its version and settings.
    public let settings: [String: [String]]
    /// Why products that belong to the field did not take part.
    public let absent: [String: String]
    /// Syncs that a save of one object takes, by product.
    public let syncsPerSave: [String: Double]
    /// What was measured.
    public let results: [Result]
    /// What follows for every target.
    public let targets: [Row]

    /// Makes the record of a run.
    public init(
        _ measurements: Measurements, _ judgements: [Judgement], plan: Plan, machine: Machine, products: [String],
        absent: [String: String], syncsPerSave: [String: Double]
    ) {
        date = Date().formatted(.iso8601)
        self.plan = plan.name
        self.machine = machine
        self.absent = absent
        self.syncsPerSave = syncsPerSave
        settings = measurements.settings
        results = measurements.workloads.flatMap { workload in
            products.compactMap { Self.result(measurements, $0, workload) }
        }
        targets = judgements.map { Self.row($0) }
    }

    private static func result(_ measurements: Measurements, _ product: String, _ workload: String) -> Result? {
        let rounds = measurements.rounds(product, workload)
        guard let values = measurements.values(product, workload), let sample = rounds.values.first else { return nil }
        return Result(
            product: product, workload: workload, unit: Quantity.unit(workload),
            median: rounded(Quantity.value(values.median, workload, operations: sample.operations)),
            spread: rounded(values.spread), rounds: rounds.count, operations: sample.operations)
    }

    private static func row(_ judgement: Judgement) -> Row {
        let range = judgement.values.interval
        return Row(
            workload: judgement.target.workload, backend: judgement.target.product,
            reference: judgement.target.reference ?? "bytes", kind: judgement.target.kind,
            ratio: rounded(judgement.values.median), low: (range?.lowerBound).map(rounded),
            high: (range?.upperBound).map(rounded), limit: judgement.target.limit, verdict: judgement.verdict,
            met: judgement.verdict == .met)
    }

    /// Four digits say all that a clock can.
    private static func rounded(_ value: Double) -> Double {
        guard value != 0, value.isFinite else { return 0 }
        let scale = pow(10, 3 - floor(log10(abs(value))))
        return (value * scale).rounded() / scale
    }

    /// The record as JSON, one line for each entry of a list.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(self), as: UTF8.self)
        return Data((text.replacing("},{", with: "},\n{").replacing("[{", with: "[\n{") + "\n").utf8)
    }
}
