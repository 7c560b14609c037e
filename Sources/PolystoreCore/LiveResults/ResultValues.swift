import PolystoreModel

/// The values of the objects that a request finds in a container's stores, now and whenever they change: a sequence for code
/// that has no context.
///
///     for try await books in container.values(of: FetchRequest(Book.self).sorted(by: Book.title)) {
///         show(books.values.map { $0[Book.title] })
///     }
///
/// Each element is read from one snapshot of all stores (P4), after saves of any context of the container's coordinator. Saves
/// that come while an element is read or used are read together: a slow reader gets fewer elements and is behind by one
/// read at most. Saves of other processes are not waited for.
///
/// An object counts as updated when its row was written. Cancelling the reading task ends the sequence; what a fetch throws
/// ends it as well. Each iterator reads by itself.
public struct ResultValues: AsyncSequence, Sendable {
    private let container: PersistentContainer
    private let request: FetchRequestDescription
    private let section: SortKey?

    init(_ container: PersistentContainer, _ request: FetchRequestDescription, section: SortKey?) {
        (self.container, self.request, self.section) = (container, request, section)
    }

    /// Reads the sequence.
    public func makeAsyncIterator() -> Iterator { Iterator(container, request, section) }

    /// Reads the sequence, and remembers what it got last.
    public struct Iterator: AsyncIteratorProtocol {
        private let container: PersistentContainer
        private let request: FetchRequestDescription
        private let section: SortKey?
        private let signal = SaveSignal()
        private var listening: Listening?
        private var last: FetchedResults
        /// The versions of the rows of the last objects.
        private var versions: [UInt32] = []

        init(_ container: PersistentContainer, _ request: FetchRequestDescription, _ section: SortKey?) {
            (self.container, self.request, self.section) = (container, request, section)
            last = FetchedResults(sectioned: section != nil)
        }

        /// The newest values, once they differ from the last ones; nil when the task is cancelled, and when the container
        /// is gone.
        ///
        /// - Throws: `QueryError` for a request or a section that does not fit the model, and the errors of a fetch.
        /// - Complexity: That of a fetch.
        public mutating func next() async throws -> FetchedValues? {
            var isFirst = listening == nil
            // Before the first read: a save is either read or heard.
            if listening == nil { listening = signal.listen(to: container.coordinator) }
            do {
                while true {
                    if !isFirst {
                        guard try await signal.wait() else { return nil }
                    }
                    let (plan, results, values) = try await read()
                    signal.begin(plan)
                    defer { (last, versions) = (results, values.map(\.version)) }
                    let updated = updates(results, values)
                    // The first one is an element, whatever was found.
                    guard isFirst || results != last || !updated.isEmpty else { continue }
                    isFirst = false
                    let diff = FetchedResultsDiff(from: last, to: results, updated: updated)
                    return FetchedValues(results: results, values: values, diff: diff)
                }
            } catch is CancellationError {
                // A cancelled sequence ends, as others do.
            }
            return nil
        }

        private typealias Reading = (plan: LivePlan, results: FetchedResults, values: [ObjectSnapshot])

        private func read() async throws -> Reading {
            try await container.performBackgroundTask { [request, section] context in
                let plan = try LivePlan(request, section: section, in: context)
                let list = LiveList(plan, in: context, keepsObjects: true, isCancellable: true)
                try list.load(context)
                let values = try list.entries.map { entry in
                    guard let object = entry.object else { throw context.missing(entry.objectID) }
                    return object.snapshot
                }
                return (plan, list.results, values)
            }
        }

        /// The objects that were there before with another row.
        private func updates(_ results: FetchedResults, _ values: [ObjectSnapshot]) -> Set<ObjectID> {
            guard !last.isEmpty else { return [] }
            var updated: Set<ObjectID> = []
            for (index, value) in values.enumerated() {
                // Most objects stand where they stood.
                let isSame = last.objectIDs.indices.contains(index) && last.objectIDs[index] == value.objectID
                guard let place = isSame ? index : last.position(of: value.objectID) else { continue }
                if versions[place] != value.version { updated.insert(value.objectID) }
            }
            return updated
        }
    }
}
