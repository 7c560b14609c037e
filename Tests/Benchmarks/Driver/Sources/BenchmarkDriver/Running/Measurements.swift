/// The samples of all rounds.
public struct Measurements: Sendable {
    private var samples: [String: [String: [Int: Sample]]] = [:]
    /// The workloads in the order in which they were first seen.
    public private(set) var workloads: [String] = []
    /// What the runners say about their products' settings.
    public private(set) var settings: [String: [String]] = [:]

    /// Samples that are there for their checksums only.
    private var references: [Sample] = []

    /// Measurements of no round.
    public init() {}

    /// Adds what a runner printed in a round.
    public mutating func add(_ output: RunnerOutput, product: String, round: Int) {
        for sample in output.samples {
            if !workloads.contains(sample.workload) { workloads.append(sample.workload) }
            samples[sample.product, default: [:]][sample.workload, default: [:]][round] = sample
        }
        if !output.settings.isEmpty { settings[product] = output.settings }
    }

    /// Adds what a runner printed with the sizes of another, for its checksums and not for its times.
    public mutating func addReference(_ output: RunnerOutput) { references += output.samples }

    /// The samples of a product for a workload, by round.
    public func rounds(_ product: String, _ workload: String) -> [Int: Sample] { samples[product]?[workload] ?? [:] }

    /// Value for one operation: seconds, bytes, or operations a second where throughput is measured.
    public func values(_ product: String, _ workload: String) -> Distribution? {
        let values = rounds(product, workload).values.map { Self.value($0) }
        return values.isEmpty ? nil : Distribution(values)
    }

    /// The ratios of two products' values, each of one round; nil when there is no round with both.
    public func ratios(of product: String, to other: String, _ workload: String) -> Distribution? {
        ratios(of: product, to: other, workload, otherWorkload: workload)
    }

    /// The ratios of a product's values to another's for another workload, to which an allowance is added.
    public func ratios(
        of product: String, to other: String, _ workload: String, otherWorkload: String, allowance: Double = 0
    ) -> Distribution? {
        let others = rounds(other, otherWorkload)
        let ratios = rounds(product, workload).compactMap { round, sample in
            others[round].flatMap { Self.value($0) > 0 ? Self.value(sample) / (Self.value($0) + allowance) : nil }
        }
        return ratios.isEmpty ? nil : Distribution(ratios)
    }

    /// Whether more is better.
    public static func isThroughput(_ workload: String) -> Bool { workload.hasPrefix("W13") }

    private static func value(_ sample: Sample) -> Double {
        let operations = Double(max(sample.operations, 1))
        return isThroughput(sample.workload) ? operations / sample.value : sample.value / operations
    }

    /// Every product whose checksum is another than the first product's, one line each, and how many were compared.
    ///
    /// Checksums are comparable where the numbers of operations agree; throughput has none.
    public func disagreements(products: [String]) -> (lines: [String], compared: Int) {
        var (lines, compared) = ([String](), 0)
        for workload in workloads where !Self.isThroughput(workload) {
            var known: [Int: Sample] = [:]
            let samples = products.flatMap { rounds($0, workload).sorted { $0.key < $1.key }.map(\.value) }
            for sample in samples + references.filter({ $0.workload == workload }) {
                guard let first = known[sample.operations] else {
                    known[sample.operations] = sample
                    continue
                }
                compared += 1
                if first.checksum != sample.checksum {
                    lines.append(
                        "  \(workload): \(first.product) has \(first.checksum), \(sample.product) \(sample.checksum)")
                }
            }
        }
        return (lines, compared)
    }
}
