/// What a run says about a target.
public struct Judgement: Hashable, Sendable {
    /// The target.
    public let target: Target
    /// The ratio of each round, or the bytes of an object.
    public let values: Distribution
    /// The verdict.
    public let verdict: Verdict

    /// Judges a target; nil when the run did not measure it.
    public init?(_ target: Target, _ measurements: Measurements) {
        let values =
            target.reference.map { reference in
                measurements.ratios(
                    of: target.product, to: reference, target.workload, otherWorkload: target.referenceWorkload,
                    allowance: target.allowance)
            } ?? measurements.values(target.product, target.workload)
        guard let values else { return nil }
        self.target = target
        self.values = values
        verdict = Verdict(values, limit: target.limit, isLeast: target.isLeast)
    }

    /// All judgements that a run can give.
    public static func all(_ targets: [Target], _ measurements: Measurements) -> [Judgement] {
        targets.compactMap { Judgement($0, measurements) }
    }
}
