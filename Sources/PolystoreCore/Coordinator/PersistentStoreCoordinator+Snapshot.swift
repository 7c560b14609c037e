import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// One consistent view of all open stores (P4).
    ///
    /// While nothing was committed, every caller on a thread gets the same snapshot. With one store no barrier is taken.
    package func snapshot() throws(StoreError) -> MultiStoreSnapshot {
        guard let set = current else { return MultiStoreSnapshot([]) }
        let stripe = Int(ThreadIdentity.current.number % UInt(SnapshotPool.stripeCount))
        let (newest, generation) = snapshotCache.newest(stripe: stripe)
        if let newest, try newest.isNewest(of: set.stores) { return newest }
        let snapshots: MultiStoreSnapshot
        if set.stores.count == 1 {
            snapshots = try takeSnapshots(of: set, stripe)
        } else {
            snapshots = try commitBarrier.snapshot { () throws(StoreError) in try takeSnapshots(of: set, stripe) }
        }
        snapshotCache.keep(snapshots, stripe: stripe, generation: generation)
        return snapshots
    }

    private func takeSnapshots(of set: StoreSet, _ stripe: Int) throws(StoreError) -> MultiStoreSnapshot {
        var snapshots: [(store: StoreNumber, snapshot: any StoreSnapshot)] = []
        for store in set.stores { snapshots.append((store.number, try store.snapshots.newest(stripe: stripe))) }
        return MultiStoreSnapshot(snapshots)
    }
}
