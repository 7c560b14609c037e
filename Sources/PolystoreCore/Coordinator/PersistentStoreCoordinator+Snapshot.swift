import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// One consistent view of all open stores (P4).
    ///
    /// While nothing was committed, every caller on a thread gets the same snapshot. With one store no barrier is taken.
    package func snapshot() throws(StoreError) -> MultiStoreSnapshot {
        guard let set = current else { return MultiStoreSnapshot([], of: nil) }
        let stripe = Int(ThreadIdentity.current.number % UInt(SnapshotPool.stripeCount))
        let (newest, generation) = snapshotCache.newest(stripe: stripe)
        if let newest, try newest.isNewest(of: set.stores) { return newest }
        let snapshots = try takeSnapshots(of: set, stripe)
        snapshotCache.keep(snapshots, stripe: stripe, generation: generation)
        return snapshots
    }

    private func takeSnapshots(of set: StoreSet, _ stripe: Int) throws(StoreError) -> MultiStoreSnapshot {
        while true {
            // A store that lacks a save that was made would be seen with the others as they are after it.
            for store in set.stores where store.writer.isBehind { try store.writer.catchUp() }
            guard set.stores.count > 1 else { return try newestSnapshots(of: set, stripe) }
            let snapshots = try commitBarrier.snapshot { () throws(StoreError) -> MultiStoreSnapshot? in
                set.stores.contains { $0.writer.isBehind } ? nil : try newestSnapshots(of: set, stripe)
            }
            if let snapshots { return snapshots }
        }
    }

    private func newestSnapshots(of set: StoreSet, _ stripe: Int) throws(StoreError) -> MultiStoreSnapshot {
        var snapshots: [(store: StoreNumber, snapshot: any StoreSnapshot)] = []
        for store in set.stores { snapshots.append((store.number, try store.snapshots.newest(stripe: stripe))) }
        return MultiStoreSnapshot(snapshots, of: set)
    }
}
