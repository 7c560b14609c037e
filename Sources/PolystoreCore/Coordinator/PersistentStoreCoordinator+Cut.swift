import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// One consistent view of all open stores (P4).
    ///
    /// While nothing was committed, every caller gets the same cut. With one store no latch is taken.
    package func cut() throws(StoreError) -> StoreCut {
        guard let set = current else { return StoreCut([]) }
        let (newest, generation) = cuts.newest
        if let newest, try newest.isNewest(of: set.stores) { return newest }
        let cut: StoreCut
        if set.stores.count == 1 {
            cut = try snapshots(of: set)
        } else {
            cut = try latch.cut { () throws(StoreError) in try snapshots(of: set) }
        }
        cuts.keep(cut, generation: generation)
        return cut
    }

    private func snapshots(of set: StoreSet) throws(StoreError) -> StoreCut {
        var snapshots: [(store: StoreNumber, snapshot: any StoreSnapshot)] = []
        for store in set.stores { snapshots.append((store.number, try store.snapshots.newest())) }
        return StoreCut(snapshots)
    }
}
