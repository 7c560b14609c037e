import PolystoreCore
import Synchronization

/// The outcomes of the cases of one factory, and the stores that cases share.
final class ConformanceRecord: Sendable {
    /// A case and how it ended.
    struct Entry: Sendable {
        let suite: ConformanceSuite
        let promise: String
        let outcome: ConformanceOutcome
    }

    private struct State {
        var expected: [ConformanceSuite: Int] = [:]
        var entries: [Entry] = []
    }

    private let state = Mutex(State())
    let shared = SharedStores()

    func expect(_ cases: [ConformanceCase]) {
        state.withLock { $0.expected = Dictionary(cases.map { ($0.suite, 1) }, uniquingKeysWith: +) }
    }

    /// Notes how a case ended; whether it was the last one of its factory.
    func note(_ outcome: Result<ConformanceOutcome, any Error>, of test: ConformanceCase) -> Bool {
        let entry = Entry(
            suite: test.suite, promise: test.promise,
            outcome: outcome.getOr { .failed("\($0)") })
        return state.withLock {
            $0.entries.append(entry)
            return $0.entries.count == $0.expected.values.reduce(0, +)
        }
    }

    /// The number of cases of each suite.
    var expected: [ConformanceSuite: Int] { state.withLock { $0.expected } }

    /// The outcomes until now.
    var entries: [Entry] { state.withLock { $0.entries } }
}

extension Result {
    /// The value, or what is made of the error.
    fileprivate func getOr(_ make: (Failure) -> Success) -> Success {
        switch self {
        case .success(let value): value
        case .failure(let error): make(error)
        }
    }
}
