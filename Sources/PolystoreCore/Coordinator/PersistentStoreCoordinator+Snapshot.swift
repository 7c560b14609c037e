import Foundation
import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// One consistent view of all open stores (P4).
    ///
    /// While nothing was committed, every caller on a thread gets the same snapshot. With one store no barrier is taken.
    ///
    /// - Throws: `timeout` with the stores when another process writes several of them, and no moment was found at which all
    ///   of its saves were through; what the stores throw.
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
        var wait = RetryWait(set.cut.timeout)
        while true {
            // A store that lacks a save that was made would be seen with the others as they are after it.
            for store in set.stores where store.writer.isBehind { try store.writer.catchUp() }
            guard set.stores.count > 1 else { return try newestSnapshots(of: set, stripe) }
            let taken = try commitBarrier.snapshot {
                () throws(StoreError) -> (snapshots: MultiStoreSnapshot, obstacle: StoreError?)? in
                guard !set.stores.contains(where: { $0.writer.isBehind }) else { return nil }
                let snapshots = try newestSnapshots(of: set, stripe)
                return (snapshots, try set.cut.obstacle(to: snapshots))
            }
            guard let taken else { continue }
            guard let obstacle = taken.obstacle else { return taken.snapshots }
            guard wait.next() else { throw obstacle }
        }
    }

    private func newestSnapshots(of set: StoreSet, _ stripe: Int) throws(StoreError) -> MultiStoreSnapshot {
        var snapshots: [(store: StoreNumber, snapshot: any StoreSnapshot)] = []
        for store in set.stores { snapshots.append((store.number, try store.snapshots.newest(stripe: stripe))) }
        return MultiStoreSnapshot(snapshots, of: set)
    }
}
