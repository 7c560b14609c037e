import PolystoreModel

/// The results of a request in a context, now and whenever they change, as a sequence of values for one reader.
///
/// A reader that is slower than the changes gets the newest results, and the difference from those that it got before: none
/// is behind for ever, and nothing piles up. Cancelling the reading task ends the sequence, as does the end of its context or
/// controller. A fetch that fails is thrown and ends it.
public struct FetchedResultsUpdates: AsyncSequence, Sendable {
    private let feed: ResultFeed
    private let isSectioned: Bool
    /// Ends what feeds the sequence when nobody reads it any more.
    private let listenings: [Listening]

    init(_ feed: ResultFeed, sectioned isSectioned: Bool, _ listenings: [Listening] = []) {
        (self.feed, self.isSectioned, self.listenings) = (feed, isSectioned, listenings)
    }

    /// Reads the sequence.
    public func makeAsyncIterator() -> Iterator {
        Iterator(feed: feed, listenings: listenings, last: FetchedResults(sectioned: isSectioned))
    }

    /// Reads the sequence, and remembers what it got last.
    public struct Iterator: AsyncIteratorProtocol {
        let feed: ResultFeed
        let listenings: [Listening]
        var last: FetchedResults

        /// The newest results, once they differ from the last ones; nil at the end and when the task is cancelled.
        ///
        /// - Throws: The error of the fetch that failed.
        public mutating func next() async throws -> FetchedResultsUpdate? {
            guard let state = try await feed.next() else { return nil }
            defer { last = state.results }
            return FetchedResultsUpdate(state.results, since: last, updated: state.updated)
        }
    }
}
