import PolystoreModel

/// Hands the newest results to a reader that may be slower than the changes: what it has not taken yet is replaced, and what
/// was updated meanwhile is added up.
final class ResultFeed: Sendable {
    /// Results that were not taken yet.
    struct State: Sendable {
        var results: FetchedResults
        var updated: Set<ObjectID>
    }

    private let newest = NewestValue<State>()

    /// Hands results over.
    func send(_ results: FetchedResults, updated: Set<ObjectID>) {
        newest.put { waiting in
            var all = waiting.map { $0.updated.union(updated) } ?? updated
            // Bounded by the results: what is not among them any more needs no mention.
            if all.count > results.count { all = all.filter { results.position(of: $0) != nil } }
            return State(results: results, updated: all)
        }
    }

    /// Ends the feed behind what was handed over.
    func finish(throwing error: (any Error)? = nil) { newest.finish(throwing: error) }

    /// The next results; nil at the end and when the task is cancelled.
    func next() async throws -> State? { try await newest.next() }
}
