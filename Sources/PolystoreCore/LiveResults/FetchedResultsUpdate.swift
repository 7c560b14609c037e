import PolystoreModel

/// Results and what changed since those before.
public struct FetchedResultsUpdate: Hashable, Sendable, Codable {
    /// The results.
    public let results: FetchedResults
    /// What changed since the results that the reader got before; for the first ones, since results without objects.
    public let diff: FetchedResultsDiff

    init(_ results: FetchedResults, since old: FetchedResults, updated: Set<ObjectID>) {
        self.results = results
        diff = FetchedResultsDiff(from: old, to: results, updated: updated)
    }
}
