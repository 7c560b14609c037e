import PolystoreModel
import PolystoreQuery

/// The state that our functions share on one connection; used by the thread that holds the connection.
final class FunctionState {
    /// The user data of each aggregate function.
    final class Aggregate {
        let function: ExpressionFunction
        // INVARIANT: the state keeps its aggregates, and its connection outlives every call.
        unowned(unsafe) let state: FunctionState

        init(_ function: ExpressionFunction, _ state: FunctionState) {
            self.function = function
            self.state = state
        }
    }

    /// The error that the last function ended in, until it is taken.
    private var failure: QueryError?
    /// The regular expression that was used last.
    let patterns = PatternCache()
    /// What the statement that updates rows makes of them; nil outside of one.
    var rowChange: RowChange?
    /// How many rows the statement that is metered looked at.
    var visited = 0
    /// What is accumulated for groups by the statement that runs, and what came of it.
    var partials: [ResolvedProjection.Aggregate] = []
    var results: [AggregateAccumulator] = []
    private(set) var aggregates: [Aggregate] = []

    /// Keeps an error for the caller that ran the statement.
    func fail(_ error: QueryError) { failure = error }

    /// The error that the statement ended in, once.
    func takeFailure() -> QueryError? {
        defer { failure = nil }
        return failure
    }

    /// The user data of an aggregate function, kept as long as the connection.
    func aggregate(_ function: ExpressionFunction) -> Aggregate {
        let aggregate = Aggregate(function, self)
        aggregates.append(aggregate)
        return aggregate
    }
}
