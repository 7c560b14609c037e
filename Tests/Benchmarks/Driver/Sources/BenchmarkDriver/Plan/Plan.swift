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
    /// Whether OO7 and inheritance are run as well.
    public let includesSuites: Bool

    /// Makes a plan.
    public init(
        _ name: String, rounds: Int, budget: Double = .infinity, sizes: [String] = [], includesPeers: Bool = false,
        measuresTime: Bool = true, includesSuites: Bool = false
    ) {
        self.name = name
        self.rounds = rounds
        self.budget = budget
        self.sizes = sizes
        self.includesPeers = includesPeers
        self.measuresTime = measuresTime
        self.includesSuites = includesSuites
    }

    /// The sizes of the workload as specified, for verdicts.
    public static let full = Plan("full", rounds: 9, includesPeers: true, includesSuites: true)
    /// Fewer objects and operations, for a rough answer.
    public static let fast = Plan(
        "fast", rounds: 5, budget: 100,
        sizes: [
            "objects=50000", "companies=500", "lookups=20000", "ranges=100", "sorts=20", "counts=200", "scans=5",
            "saves=200", "seconds=1",
        ])
    /// A few objects: whether all agree.
    public static let smoke = Plan(
        "smoke", rounds: 1,
        sizes: [
            "objects=2000", "companies=50", "lookups=2000", "ranges=50", "sorts=10", "counts=50", "scans=5", "saves=50",
            "seconds=0.2",
        ], measuresTime: false, includesSuites: true)
    /// Objects that valgrind gets through.
    public static let counting = Plan(
        "count", rounds: 1,
        sizes: [
            "objects=5000", "companies=100", "lookups=5000", "ranges=50", "sorts=10", "counts=100", "scans=5",
            "saves=200",
        ])
    /// The smaller number of objects of the comparison of growth.
    public static let small = Plan("scale", rounds: 3)
    /// The larger number.
    public static let large = Plan("scale", rounds: 3, sizes: ["objects=1000000", "companies=10000"])

    /// The plan with other numbers of rounds and seconds, and further sizes, which count more than its own.
    public func with(rounds: Int? = nil, budget: Double? = nil, sizes: [String] = []) -> Plan {
        Plan(
            name, rounds: rounds ?? self.rounds, budget: budget ?? self.budget, sizes: self.sizes + sizes,
            includesPeers: includesPeers, measuresTime: measuresTime, includesSuites: includesSuites)
    }
}
