/// How the time for an object grows with the number of objects, as a multiple of the engine's growth.
public struct Growth: Hashable, Sendable {
    /// The workload and the product.
    public let workload, product: String
    /// The medians of the growths of the engine and of the product.
    public let engine, own: Double
    /// The ratio of the growths in each round.
    public let ratios: Distribution

    /// Compares a product with its engine; nil when one of them did not run.
    public init?(
        _ workload: String, _ product: String, _ reference: String, _ before: Measurements, _ after: Measurements
    ) {
        let own = Self.growths(workload, product, before, after)
        let engine = Self.growths(workload, reference, before, after)
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
        _ workload: String, _ product: String, _ before: Measurements, _ after: Measurements
    ) -> [Int: Double] {
        let small = before.rounds(product, workload), large = after.rounds(product, workload)
        return large.reduce(into: [:]) { growths, entry in
            guard let sample = small[entry.key], sample.value > 0, sample.operations > 0, entry.value.operations > 0
            else { return }
            let before = sample.value / Double(sample.operations)
            growths[entry.key] = entry.value.value / Double(entry.value.operations) / before
        }
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
