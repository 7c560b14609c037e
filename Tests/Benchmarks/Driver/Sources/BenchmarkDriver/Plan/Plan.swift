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
    /// In how many rounds the suites (OO7, inheritance, queries, joint saves) are run as well.
    public let suiteRounds: Int
    /// Whether the memory of held objects is measured.
    public let measuresMemory: Bool
    /// How many rounds follow in which Polystore and its limits run the quick workloads alone, every third with what waits
    /// for the disk instead: for narrower intervals.
    public let quickRounds: Int

    /// Makes a plan.
    public init(
        _ name: String, rounds: Int, budget: Double = .infinity, sizes: [String] = [], includesPeers: Bool = false,
        measuresTime: Bool = true, suiteRounds: Int = 0, measuresMemory: Bool = true, quickRounds: Int = 0
    ) {
        self.name = name
        self.rounds = rounds
        self.budget = budget
        self.sizes = sizes
        self.includesPeers = includesPeers
        self.measuresTime = measuresTime
        self.suiteRounds = suiteRounds
        self.quickRounds = quickRounds
        self.measuresMemory = measuresMemory
    }

    /// The sizes of the workload as specified but for seconds of W13, for verdicts.
    ///
    /// Six rounds are the least with an interval; suites without verdicts have no more.
    public static let full = Plan(
        "full", rounds: 9, budget: 3600, sizes: ["seconds=3"], includesPeers: true, suiteRounds: 6,
        quickRounds: 60)
    /// Fewer objects and operations, for a rough answer.
    public static let fast = Plan(
        "fast", rounds: 7, budget: 100,
        sizes: [
            "objects=50000", "companies=500", "lookups=20000", "ranges=100", "sorts=20", "counts=200", "scans=5",
            "saves=200", "seconds=0.5",
        ])
    /// A few objects: whether all agree.
    public static let smoke = Plan(
        "smoke", rounds: 1,
        sizes: [
            "objects=2000", "companies=50", "lookups=2000", "ranges=50", "sorts=10", "counts=50", "scans=5", "saves=50",
            "seconds=0.2",
        ], measuresTime: false, suiteRounds: 1)
    /// Objects that valgrind gets through.
    public static let counting = Plan(
        "count", rounds: 1,
        sizes: [
            "objects=5000", "companies=100", "lookups=5000", "ranges=50", "sorts=10", "counts=100", "scans=5",
            "saves=200",
        ])
    /// The smaller number of objects of the comparison of growth.
    public static let small = Plan("scale", rounds: 15, budget: 1800, measuresMemory: false)
    /// How many rounds there are at most, quick ones included.
    public var allRounds: Int { rounds + quickRounds }

    /// The plan with other numbers of rounds and seconds, and further sizes, which take the places of its own; quick rounds
    /// follow only the plan's own number of rounds, and only when one of their workloads is wanted.
    public func with(
        rounds: Int? = nil, budget: Double? = nil, sizes: [String] = [], only: [String] = []
    ) -> Plan {
        let isQuick = rounds == nil && !RunPart.quick.workloads(only).isEmpty
        let names = Set(sizes.map { $0.prefix { $0 != "=" } })
        let kept = self.sizes.filter { size in !names.contains(size.prefix { $0 != "=" }) }
        return Plan(
            name, rounds: rounds ?? self.rounds, budget: budget ?? self.budget, sizes: kept + sizes,
            includesPeers: includesPeers, measuresTime: measuresTime, suiteRounds: suiteRounds,
            measuresMemory: measuresMemory, quickRounds: isQuick ? quickRounds : 0)
    }

    /// The plan with a multiple of its persons, companies and look-ups, so that as many look-ups meet a resident object.
    public func grown(by factor: Int) -> Plan {
        let grown = [("objects", 100_000), ("companies", 1000), ("lookups", 100_000)].map { name, usual in
            let given = sizes.last { $0.hasPrefix("\(name)=") }.flatMap { Int($0.dropFirst(name.count + 1)) }
            return "\(name)=\((given ?? usual) * factor)"
        }
        return with(sizes: grown)
    }
}
