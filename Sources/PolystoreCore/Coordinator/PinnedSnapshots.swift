import PolystoreModel

/// The pins of a coordinator's contexts, the oldest first.
final class PinnedSnapshots: Sendable {
    private struct State {
        var limit = PinLimit()
        var leases: [PinLease] = []
    }

    private let state = Locked(State())

    /// How many pins there may be, and for how long.
    var limit: PinLimit {
        get { state.withLock { $0.limit } }
        set {
            state.withLock { $0.limit = newValue }
            enforce()
        }
    }

    /// Pins a snapshot; the oldest pins beyond the limit are revoked.
    func pin(_ snapshots: MultiStoreSnapshot) -> PinLease {
        let lease = PinLease(snapshots)
        state.withLock { $0.leases.append(lease) }
        enforce()
        return lease
    }

    /// Forgets a pin that its context has given up.
    func end(_ lease: PinLease) {
        state.withLock { state in state.leases.removeAll { $0 === lease } }
    }

    /// Revokes the pins beyond the limit.
    func enforce() {
        let revoked = state.withLock { state -> [(PinLease, String)] in
            guard !state.leases.isEmpty else { return [] }
            var revoked: [(PinLease, String)] = []
            if let age = state.limit.age {
                let last = ContinuousClock.now - age
                let old = state.leases.prefix { $0.since < last }
                revoked += old.map { ($0, "it was pinned for more than \(age)") }
                state.leases.removeFirst(old.count)
            }
            let surplus = state.leases.prefix(max(0, state.leases.count - max(1, state.limit.count)))
            revoked += surplus.map { ($0, "more than \(state.limit.count) contexts are pinned") }
            state.leases.removeFirst(surplus.count)
            return revoked
        }
        for (lease, reason) in revoked { lease.revoke(reason) }
    }
}
