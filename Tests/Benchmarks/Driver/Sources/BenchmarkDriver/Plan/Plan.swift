/// How large a run is and how often it is repeated.
public struct Plan: Sendable {
    /// The name of the plan.
    public let name: String
    /// The most rounds.
    public let rounds: Int
    /// No round is begun that would probably end after this many seconds.
    public let budget: Double
    /// The sizes, as arguments of the runners.
    public let sizes: [String]
    /// Whether products other than Polystore, the raw engines and plain classes take part.
    public let includesPeers: Bool
    /// Whether times are of interest.
    public let measuresTime: Bool

    /// The sizes of the workload as specified, for verdicts.
    public static let full = Plan(
        name: "full", rounds: 9, budget: .infinity, sizes: [], includesPeers: true, measuresTime: true)
    /// The same number of objects with fewer operations, for a rough answer.
    public static let fast = Plan(
        name: "fast", rounds: 5, budget: 100,
        sizes: [
            "lookups=20000", "ranges=100", "sorts=20", "counts=200", "scans=5", "saves=300", "seconds=1",
        ], includesPeers: false, measuresTime: true)
    /// A few objects: whether all agree.
    public static let smoke = Plan(
        name: "smoke", rounds: 1, budget: .infinity,
        sizes: [
            "objects=2000", "companies=50", "lookups=2000", "ranges=50", "sorts=10", "counts=50", "scans=5", "saves=50",
            "seconds=0.2",
        ], includesPeers: false, measuresTime: false)

    /// The plan with another number of rounds.
    public func with(rounds: Int) -> Plan {
        Plan(
            name: name, rounds: rounds, budget: budget, sizes: sizes, includesPeers: includesPeers,
            measuresTime: measuresTime)
    }
}
