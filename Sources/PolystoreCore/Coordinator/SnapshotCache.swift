import PolystoreModel
import PolystoreStorage

/// The newest snapshots of a coordinator, one a stripe, shared while nothing was committed and dropped at each commit.
final class SnapshotCache: Sendable {
    private struct State {
        var newest = [MultiStoreSnapshot?](repeating: nil, count: SnapshotPool.stripeCount)
        /// How often the cache was emptied: a snapshot that was taken before must not be kept after.
        var generation = 0
    }

    private let state = Locked(State())

    func newest(stripe: Int) -> (snapshots: MultiStoreSnapshot?, generation: Int) {
        state.withLock { ($0.newest[stripe], $0.generation) }
    }

    func keep(_ snapshots: MultiStoreSnapshot, stripe: Int, generation: Int) {
        state.withLock { state in if state.generation == generation { state.newest[stripe] = snapshots } }
    }

    func drop() {
        // Released outside of the lock: the end of a snapshot may take time.
        var old: [MultiStoreSnapshot] = []
        state.withLock { state in
            state.generation += 1
            for stripe in state.newest.indices {
                if let snapshots = state.newest[stripe].take() { old.append(snapshots) }
            }
        }
        withExtendedLifetime(old) {}
    }
}
