/// A ratio that is shown and not judged: of OO7, inheritance and questions, to SQLite used from C, with its defaults and
/// with Polystore's settings, and to plain classes.
public struct Comparison: Hashable, Sendable, Codable {
    /// The workload, the backend and what it is compared with.
    public let workload, backend, reference: String
    /// The median of the rounds' ratios, and its 95 % interval.
    public let ratio: Double, low: Double?, high: Double?
    /// The rounds that both took part in.
    public let rounds: Int

    /// The products that are compared, in the order of tables.
    static let backends = ["polystore-sqlite", "polystore-lmdb", "polystore-memory"]
    /// What they are compared with.
    static let references = ["rawc", "rawc-same", "classes"]

    /// All that a run measured.
    public static func all(_ measurements: Measurements) -> [Comparison] {
        measurements.workloads.filter { !$0.hasPrefix("W") }.flatMap { workload in
            backends.flatMap { backend in
                references.compactMap { Comparison(workload, backend, $0, measurements) }
            }
        }
    }

    private init?(_ workload: String, _ backend: String, _ reference: String, _ measurements: Measurements) {
        guard let ratios = measurements.ratios(of: backend, to: reference, workload) else { return nil }
        self.workload = workload
        self.backend = backend
        self.reference = reference
        ratio = Rounded.four(ratios.median)
        low = (ratios.interval?.lowerBound).map(Rounded.four)
        high = (ratios.interval?.upperBound).map(Rounded.four)
        rounds = ratios.values.count
    }
}
