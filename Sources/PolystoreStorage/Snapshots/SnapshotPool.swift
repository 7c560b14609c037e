import Synchronization

/// The newest snapshot of a store, shared by everybody who reads at one commit.
///
/// It is reused while nothing was committed and dropped at each commit, so that a store can take back its log; whoever
/// still reads an older one holds it alone.
public final class SnapshotPool: Sendable {
    private struct State {
        var newest: (any StoreSnapshot)?
        /// How often the pool was emptied: a snapshot that was taken before must not be kept after.
        var generation = 0
    }

    private let store: any PersistentStore
    private let state = Mutex(State())

    /// Makes an empty pool.
    public init(_ store: any PersistentStore) { self.store = store }

    /// A snapshot of the last commit.
    ///
    /// - Complexity: A look-up while nothing was committed since the last call; otherwise a new snapshot.
    public func newest() throws(StoreError) -> any StoreSnapshot {
        let commit = try store.newestCommit()
        let (held, generation) = state.withLock { ($0.newest, $0.generation) }
        if let held, held.commit == commit { return held }
        let fresh = try store.snapshot()
        return state.withLock { state in
            if let other = state.newest, other.commit == fresh.commit { return other }
            if state.generation == generation { state.newest = fresh }
            return fresh
        }
    }

    /// Lets go of the newest snapshot.
    public func drop() {
        // Released outside of the lock: the end of a snapshot may take time.
        let old = state.withLock { state in
            state.generation += 1
            defer { state.newest = nil }
            return state.newest
        }
        withExtendedLifetime(old) {}
    }
}
