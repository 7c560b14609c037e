/// Where a tournament stands: what was measured until now.
public struct Standing: Sendable {
    /// What the programs printed.
    public var measurements = Measurements()
    /// How many rounds were run.
    public var rounds = 0
    /// What the programs took.
    public var costs = Costs()
    /// Why peers that began left the run.
    public var dropped: [String: String] = [:]

    /// Nothing has run.
    public init() {}
}
