import Foundation

/// A program that executes the workload on one product.
public struct Contestant: Hashable, Sendable {
    /// What a contestant is there for.
    public enum Role: String, Hashable, Sendable, Codable {
        /// Polystore itself.
        case own
        /// An engine used directly, or no engine: what cannot be beaten by much.
        case limit
        /// What a user might take instead.
        case peer
    }

    /// The product's name in results.
    public let product: String
    /// The role.
    public let role: Role
    /// The program and its first arguments.
    public let command: [String]
    /// Sizes of its own, for contestants that would take minutes: reported for each operation, and checksums are
    /// compared only where the numbers of operations agree.
    public let sizes: [String]
    /// The further suites that the program knows.
    public let suites: [RunPart]
    /// Whether it takes part in more than its suites.
    public let runsWorkloads: Bool
    /// The most rounds with everything that it takes part in.
    public let rounds: Int
    /// Whether it knows an object again that it has handed out already.
    public let hasIdentity: Bool

    /// Makes a contestant.
    public init(
        _ product: String, _ role: Role, _ command: [String], _ sizes: [String] = [], suites: [RunPart] = [],
        runsWorkloads: Bool = true, rounds: Int = .max, hasIdentity: Bool = true
    ) {
        self.product = product
        self.role = role
        self.command = command
        self.sizes = sizes
        self.suites = suites
        self.runsWorkloads = runsWorkloads
        self.rounds = rounds
        self.hasIdentity = hasIdentity
    }
}
