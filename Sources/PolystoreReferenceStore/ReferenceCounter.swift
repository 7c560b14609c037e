import PolystoreModel

/// How often a reference store was asked, so that tests can tell batches from single look-ups.
package final class ReferenceCounter: Sendable {
    /// What a store is asked.
    package enum Call: Hashable, Sendable {
        case query, count, keys, references, links, begin, commit, reserve, snapshot
    }

    private let counts = Locked<[Call: Int]>([:])

    /// How often a call was made.
    package subscript(call: Call) -> Int { counts.withLock { $0[call] ?? 0 } }

    func count(_ call: Call) { counts.withLock { $0[call, default: 0] += 1 } }

    /// Starts again at zero.
    package func reset() { counts.withLock { $0 = [:] } }
}
