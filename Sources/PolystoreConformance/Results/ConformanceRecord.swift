import PolystoreCore
import Synchronization

/// What became of the cases of one factory, and the stores that cases share.
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

    func note(_ outcome: ConformanceOutcome, of test: ConformanceCase) {
        state.withLock {
            $0.entries.append(Entry(suite: test.suite, promise: test.promise, outcome: outcome))
        }
    }

    /// The number of cases of each suite.
    var expected: [ConformanceSuite: Int] { state.withLock { $0.expected } }

    /// What ended until now.
    var entries: [Entry] { state.withLock { $0.entries } }

    /// Whether every case has ended.
    var isComplete: Bool { state.withLock { $0.entries.count >= $0.expected.values.reduce(0, +) } }
}
