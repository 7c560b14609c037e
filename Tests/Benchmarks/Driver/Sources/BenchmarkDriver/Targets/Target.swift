/// A limit for what Polystore may cost.
public struct Target: Hashable, Sendable {
    /// What the limit compares with.
    public enum Kind: String, Hashable, Sendable, Codable {
        /// The raw engine with Polystore's settings and columns, or no engine at all.
        case sameSettings
        /// The raw engine with its defaults.
        case asShipped
        /// A number of bytes.
        case memory
        /// The store that holds the persons, alone.
        case mixed
        /// The slower one of the stores, alone, or one save at a time.
        case joint
        /// The same without what it adds.
        case added
        /// Another object layer.
        case ahead
    }

    /// The workload.
    public let workload: String
    /// The product that is judged.
    public let product: String
    /// The product that it is compared with; nil for a number of bytes.
    public let reference: String?
    /// The workload of the reference, where it is another.
    public let referenceWorkload: String
    /// The greatest ratio or number, or the least where throughput is compared.
    public let limit: Double
    /// What the limit compares with.
    public let kind: Kind
    /// Seconds of an operation that are added to the reference before its ratio is taken: what an operation may cost
    /// however little it finds.
    public let allowance: Double

    /// Whether the limit is a least value.
    public var isLeast: Bool { Measurements.isThroughput(workload) }

    /// Makes a target.
    public init(
        _ workload: String, _ product: String, to reference: String?, _ limit: Double, _ kind: Kind,
        referenceWorkload: String? = nil, allowance: Double = 0
    ) {
        self.workload = workload
        self.product = product
        self.reference = reference
        self.referenceWorkload = referenceWorkload ?? workload
        self.limit = limit
        self.kind = kind
        self.allowance = allowance
    }
}
