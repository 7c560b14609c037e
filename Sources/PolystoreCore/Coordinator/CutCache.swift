import PolystoreModel
import PolystoreStorage

/// The newest cuts of a coordinator, one a lane, shared while nothing was committed and dropped at each commit.
final class CutCache: Sendable {
    private struct State {
        var newest = [StoreCut?](repeating: nil, count: SnapshotPool.laneCount)
        /// How often the cache was emptied: a cut that was taken before must not be kept after.
        var generation = 0
    }

    private let state = Protected(State())

    func newest(lane: Int) -> (cut: StoreCut?, generation: Int) {
        state.withLock { ($0.newest[lane], $0.generation) }
    }

    func keep(_ cut: StoreCut, lane: Int, generation: Int) {
        state.withLock { state in if state.generation == generation { state.newest[lane] = cut } }
    }

    func drop() {
        // Released outside of the lock: the end of a snapshot may take time.
        var old: [StoreCut] = []
        state.withLock { state in
            state.generation += 1
            for lane in state.newest.indices { if let cut = state.newest[lane].take() { old.append(cut) } }
        }
        withExtendedLifetime(old) {}
    }
}
