import CWorkload

/// The parameters of a workload's queries; every workload starts with a new one.
public struct ParameterDraws {
    private var state = UInt64(WORKLOAD_QUERY_SEED)

    /// Starts at the seed.
    public init() {}

    /// The next parameter below a limit.
    public mutating func next(below limit: Int) -> Int { Int(workload_draw(&state, Int64(limit))) }
}
