import Polystore
import Synchronization

/// A task without a context that follows the values of a request.
final class ValuesReader: Sendable {
    static var request: FetchRequest<WorkItem> {
        FetchRequest(WorkItem.self).where(WorkItem.state == "waiting").sorted(by: WorkItem.number).limit(200)
    }

    private let last = Mutex(FetchedResults())
    private let tally: Tally

    init(_ tally: Tally) { self.tally = tally }

    /// Reads until the task is cancelled.
    func run(_ container: PersistentContainer) async {
        do {
            for try await news in container.values(of: Self.request) {
                let old = last.withLock { $0 }
                if news.diff.applied(to: old) != news.results {
                    tally.report("values(of:): the difference does not lead to the new results: \(news.diff)")
                }
                if news.values.map(\.objectID) != news.results.objectIDs {
                    tally.report("values(of:): the values are not those of the results")
                }
                last.withLock { $0 = news.results }
                tally.count("lists of values")
            }
        } catch {
            tally.report("values(of:) ended: \(type(of: error)): \(error)")
        }
    }

    /// Compares the newest values with what a fetch finds; nothing is saved meanwhile.
    func check(_ container: PersistentContainer) async {
        do {
            let expected = try container.withConfinedContext { try $0.fetchIDs(Self.request) }
            // The reader is behind by one read at most.
            for _ in 0..<600 {
                if last.withLock({ $0.objectIDs == expected }) { return }
                try await Task.sleep(for: .milliseconds(50))
            }
            tally.report("values(of:): other objects than a fetch finds, half a minute after the last save")
        } catch {
            tally.report("values(of:) could not be checked: \(error)")
        }
    }
}
