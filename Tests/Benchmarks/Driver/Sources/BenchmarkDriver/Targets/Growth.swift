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

    /// What all rounds say; one round says nothing.
    ///
    /// A large run is too long for as many rounds as an interval needs.
    public func verdict(limit: Double) -> Verdict {
        guard ratios.values.count > 1, let least = ratios.values.first, let greatest = ratios.values.last else {
            return .undecided
        }
        return greatest <= limit ? .met : least > limit ? .missed : .undecided
    }

    /// A table of growths.
    static func table(_ growths: [Growth], limit: Double) -> TextTable {
        var table = TextTable([
            "growth to ten times as many objects", "engine", "Polystore", "ratio", "least", "greatest", "verdict",
        ])
        for growth in growths {
            let values = growth.ratios.values
            table.add([
                "\(growth.workload) \(growth.product)", Quantity.ratio(growth.engine), Quantity.ratio(growth.own),
                Quantity.ratio(growth.ratios.median), Quantity.ratio(values[0]),
                Quantity.ratio(values[values.count - 1]), growth.verdict(limit: limit).rawValue,
            ])
        }
        return table
    }
}
