import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// One consistent view of all open stores (P4).
    ///
    /// While nothing was committed, every caller on a thread gets the same cut. With one store no latch is taken.
    package func cut() throws(StoreError) -> StoreCut {
        guard let set = current else { return StoreCut([]) }
        let lane = Int(ThreadIdentity.current.number % UInt(SnapshotPool.laneCount))
        let (newest, generation) = cuts.newest(lane: lane)
        if let newest, try newest.isNewest(of: set.stores) { return newest }
        let cut: StoreCut
        if set.stores.count == 1 {
            cut = try snapshots(of: set, lane)
        } else {
            cut = try latch.cut { () throws(StoreError) in try snapshots(of: set, lane) }
        }
        cuts.keep(cut, lane: lane, generation: generation)
        return cut
    }

    private func snapshots(of set: StoreSet, _ lane: Int) throws(StoreError) -> StoreCut {
        var snapshots: [(store: StoreNumber, snapshot: any StoreSnapshot)] = []
        for store in set.stores { snapshots.append((store.number, try store.snapshots.newest(lane: lane))) }
        return StoreCut(snapshots)
    }
}
