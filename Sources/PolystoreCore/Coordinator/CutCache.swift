import Synchronization

/// The newest cut of a coordinator, shared while nothing was committed and dropped at each commit.
final class CutCache: Sendable {
    private struct State {
        var newest: StoreCut?
        /// How often the cache was emptied: a cut that was taken before must not be kept after.
        var generation = 0
    }

    private let state = Mutex(State())

    var newest: (cut: StoreCut?, generation: Int) { state.withLock { ($0.newest, $0.generation) } }

    func keep(_ cut: StoreCut, generation: Int) {
        state.withLock { state in if state.generation == generation { state.newest = cut } }
    }

    func drop() {
        // Released outside of the lock: the end of a snapshot may take time.
        let old = state.withLock { state in
            state.generation += 1
            defer { state.newest = nil }
            return state.newest
        }
        withExtendedLifetime(old) {}
    }
}
