import PolystoreModel

/// The generations of a coordinator that are held, the oldest first, and their limit.
final class GenerationLedger: Sendable {
    private struct Entry {
        let identity: ObjectIdentifier
        weak var lease: GenerationLease?
    }

    private struct State {
        var limit = QueryGenerationLimit()
        var entries: [Entry] = []
        /// When bytes are measured next; nil while a thread measures.
        var measuring: ContinuousClock.Instant? = .now
    }

    private let state = Locked(State())

    /// How much longer than a measurement took no other is begun: so measuring takes at most a fiftieth of the time.
    private static let rest = 50

    /// How many generations there may be, for how long, and of how many bytes.
    var limit: QueryGenerationLimit {
        get { state.withLock { $0.limit } }
        set {
            state.withLock { $0.limit = newValue }
            enforce()
        }
    }

    /// The generations that are held now, the oldest first.
    ///
    /// Looked at outside of the lock, which the end of a lease asks for.
    var leases: [GenerationLease] {
        let entries = state.withLock { $0.entries }
        return entries.compactMap(\.lease).filter { $0.end == nil }
    }

    /// Makes a lease; the oldest ones beyond the limit end.
    func take(_ snapshots: MultiStoreSnapshot) -> GenerationLease {
        let lease = GenerationLease(snapshots, in: self)
        state.withLock { $0.entries.append(Entry(identity: ObjectIdentifier(lease), lease: lease)) }
        enforce()
        return lease
    }

    /// Forgets a lease whose last holder lets go of it.
    func forget(_ identity: ObjectIdentifier) {
        state.withLock { state in state.entries.removeAll { $0.identity == identity } }
    }

    /// Ends the leases beyond the limit.
    func enforce() {
        let (isEmpty, limit) = state.withLock { ($0.entries.isEmpty, $0.limit) }
        if isEmpty { return }
        let leases = leases
        var rest = leases[...]
        if let age = limit.age {
            let last = ContinuousClock.now - age
            let old = rest.prefix { $0.since < last }
            for lease in old { lease.end(.age, limit: "\(age)") }
            rest = rest.dropFirst(old.count)
        }
        let surplus = rest.prefix(max(0, rest.count - max(1, limit.count)))
        for lease in surplus { lease.end(.count, limit: "\(limit.count) generations") }
        if let bytes = limit.bytes { measure(rest.dropFirst(surplus.count), limit: bytes) }
    }

    /// Ends all leases, at the end of the coordinator.
    func close() {
        for lease in leases { lease.end(.closed, limit: "none") }
    }

    /// Ends the leases that keep too much, unless they were measured a moment ago.
    private func measure(_ leases: ArraySlice<GenerationLease>, limit: Int) {
        let start = ContinuousClock.now
        let isDue = state.withLock { state in
            guard let next = state.measuring, next <= start else { return false }
            state.measuring = nil
            return true
        }
        guard isDue else { return }
        for lease in leases where lease.retainedBytes.values.reduce(0, +) > limit {
            lease.end(.bytes, limit: "\(limit) bytes")
        }
        let end = ContinuousClock.now
        state.withLock { $0.measuring = end + (end - start) * Self.rest }
    }
}
