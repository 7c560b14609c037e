import PolystoreModel
import PolystoreStorage

/// One consistent view of all open stores: a snapshot of each, taken while nothing was committed (P4).
///
/// A reference to it keeps the snapshots of its stores; it may be read from any thread.
public final class MultiStoreSnapshot: Sendable {
    /// The stores that there were and how objects were routed to them; nil when there was none.
    let stores: StoreSet?
    private let snapshots: [(store: StoreNumber, snapshot: any StoreSnapshot)]
    /// The commit that each of them shows, asked for at every read.
    private let shown: [(store: StoreNumber, commit: CommitNumber)]

    init(_ snapshots: [(store: StoreNumber, snapshot: any StoreSnapshot)], of stores: StoreSet?) {
        self.stores = stores
        self.snapshots = snapshots
        shown = snapshots.map { ($0.store, $0.snapshot.commit) }
    }

    /// The view of a store; nil when the store was not open.
    package func snapshot(of store: StoreNumber) -> (any StoreSnapshot)? {
        snapshots.first { $0.store == store }?.snapshot
    }

    /// The commit of each store that the snapshot shows.
    public var commits: [StoreNumber: CommitNumber] {
        Dictionary(uniqueKeysWithValues: snapshots.map { ($0.store, $0.snapshot.commit) })
    }

    /// The commit of a store that the snapshot shows; nil when the store was not open.
    public func commit(of store: StoreNumber) -> CommitNumber? { snapshot(of: store)?.commit }

    /// Whether the snapshot shows exactly the last commits of some stores; not of one that failed, or is closed.
    func isNewest(of stores: [AttachedStore]) -> Bool {
        guard stores.count == shown.count else { return false }
        for (store, shown) in zip(stores, shown) {
            // A store that cannot tell is looked at anew.
            guard let newest = try? store.store.newestCommit(), shown == (store.number, newest) else { return false }
        }
        return true
    }
}
