import PolystoreModel

/// The newest snapshot of a store, shared by all readers of one commit.
///
/// It is reused while nothing was committed and dropped at each commit, so that a store can take back its log; a reader
/// that still uses an older one holds it alone. There are a few stripes with a snapshot each, so that threads need not
/// wait for each other where an engine lets one thread at a time read a snapshot.
public final class SnapshotPool: Sendable {
    private struct State {
        var newest = [(any StoreSnapshot)?](repeating: nil, count: SnapshotPool.stripeCount)
        /// How often the pool was emptied: a snapshot that was taken before must not be kept after.
        var generation = 0
    }

    /// The number of stripes.
    public static let stripeCount = 4

    private let store: any PersistentStore
    private let state = Locked(State())

    /// Makes an empty pool.
    public init(_ store: any PersistentStore) { self.store = store }

    /// A snapshot of the last commit.
    ///
    /// - Parameter stripe: Which of the shared snapshots, from 0; stores without concurrent snapshots have one.
    /// - Returns: A snapshot that shows every commit that was finished before the call.
    /// - Throws: The store's errors.
    /// - Complexity: A look-up while nothing was committed since the last call; otherwise a new snapshot.
    public func newest(stripe: Int = 0) throws(StoreError) -> any StoreSnapshot {
        let stripe = store.capabilities.concurrentSnapshots ? stripe : 0
        let commit = try store.newestCommit()
        let (held, generation) = state.withLock { ($0.newest[stripe], $0.generation) }
        if let held, held.commit == commit { return held }
        let fresh = try store.snapshot()
        return state.withLock { state in
            if let other = state.newest[stripe], other.commit == fresh.commit { return other }
            if state.generation == generation { state.newest[stripe] = fresh }
            return fresh
        }
    }

    /// Lets go of the newest snapshots.
    public func drop() {
        // Released outside of the lock: the end of a snapshot may take time.
        let old: [(any StoreSnapshot)?] = state.withLock { state in
            state.generation += 1
            // Called around every commit, and a store that is only written has none.
            guard state.newest.contains(where: { $0 != nil }) else { return [] }
            defer { state.newest = Array(repeating: nil, count: SnapshotPool.stripeCount) }
            return state.newest
        }
        withExtendedLifetime(old) {}
    }
}
