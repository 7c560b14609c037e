/// How the time for an object grows with the number of objects, as a multiple of the engine's growth.
public struct Growth: Hashable, Sendable {
    /// The workload and the product.
    public let workload, product: String
    /// The medians of the growths of the engine and of the product.
    public let engine, own: Double
    /// The ratio of the growths in each round.
    public let ratios: Distribution

    /// Compares a product with its engine; nil when one of them did not run.
    ///
    /// - Parameters:
    ///   - workload: The workload.
    ///   - product: The product.
    ///   - reference: The engine.
    ///   - before: The small runs.
    ///   - after: The large runs, one in each round.
    ///   - smallRuns: How many small runs there are in each round, of which the median counts: they are short, so that
    ///     whatever disturbs the machine disturbs them most.
    public init?(
        _ workload: String, _ product: String, _ reference: String, _ before: Measurements, _ after: Measurements,
        smallRuns: Int = 1
    ) {
        let own = Self.growths(workload, product, before, after, smallRuns)
        let engine = Self.growths(workload, reference, before, after, smallRuns)
        let ratios = own.compactMap { round, growth in engine[round].map { growth / $0 } }
        guard !ratios.isEmpty else { return nil }
        self.workload = workload
        self.product = product
        self.own = Distribution(Array(own.values)).median
        self.engine = Distribution(Array(engine.values)).median
        self.ratios = Distribution(ratios)
    }

    /// The growth in each round.
    private static func growths(
        _ workload: String, _ product: String, _ before: Measurements, _ after: Measurements, _ smallRuns: Int
    ) -> [Int: Double] {
        let small = before.rounds(product, workload).compactMapValues(time)
        return after.rounds(product, workload).compactMapValues(time).reduce(into: [:]) { growths, large in
            let first = large.key * smallRuns
            let times = (first..<first + smallRuns).compactMap { small[$0] }
            if times.count == smallRuns { growths[large.key] = large.value / Distribution(times).median }
        }
    }

    /// The time for an object.
    private static func time(_ sample: Sample) -> Double? {
        sample.value > 0 && sample.operations > 0 ? sample.value / Double(sample.operations) : nil
    }

    /// What the rounds say.
    public func verdict(limit: Double) -> Verdict { Verdict(ratios, limit: limit, isLeast: false) }

    /// A table of growths.
    static func table(_ growths: [Growth], limit: Double) -> TextTable {
        var table = TextTable([
            "growth to ten times as many objects", "engine", "Polystore", "ratio", "95 % interval", "verdict",
        ])
        for growth in growths {
            let interval = growth.ratios.interval
            table.add([
                "\(growth.workload) \(growth.product)", Quantity.ratio(growth.engine), Quantity.ratio(growth.own),
                Quantity.ratio(growth.ratios.median),
                interval.map { "\(Quantity.ratio($0.lowerBound)) – \(Quantity.ratio($0.upperBound))" } ?? "–",
                growth.verdict(limit: limit).rawValue,
            ])
        }
        return table
    }
}
