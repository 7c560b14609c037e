/// The work of a connection, for tests that hold the work of a save to its bounds by counting instead of by clocks.
struct EngineCounters: Hashable, Sendable {
    /// Statements that were compiled.
    var prepared = 0
    /// Calls that advanced a statement.
    var steps = 0
}
