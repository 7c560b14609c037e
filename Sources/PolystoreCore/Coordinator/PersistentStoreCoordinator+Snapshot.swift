import Foundation
import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// One consistent view of all open stores (P4).
    ///
    /// While nothing was committed, every caller on a thread gets the same snapshot. With one store no barrier is taken.
    ///
    /// Of several stores, one that is behind or failed keeps the others from nothing: reading it throws.
    ///
    /// - Parameter isWhole: Whether every store must be readable, because the snapshot is to be kept.
    /// - Returns: The view, from which stores are missing that are not open.
    /// - Throws: `behind`, `failed` of the only store, or of any with `isWhole`; `timeout` with the stores when another process
    ///   writes several of them, and no moment was found at which all of its saves were through; what the stores throw.
    package func snapshot(isWhole: Bool = false) throws(StoreError) -> MultiStoreSnapshot {
        guard let set = current else { return MultiStoreSnapshot([], of: nil) }
        let stripe = Int(ThreadIdentity.current.number % UInt(SnapshotPool.stripeCount))
        let (newest, generation) = snapshotCache.newest(stripe: stripe)
        if let newest, newest.isNewest(of: set.stores) { return newest }
        let (snapshots, refused) = try takeSnapshots(of: set) { (store) throws(StoreError) in
            try store.snapshots.newest(stripe: stripe)
        }
        guard refused.isEmpty else {
            if isWhole || set.stores.count == 1, let error = refused.first?.value { throw error }
            return snapshots
        }
        snapshotCache.keep(snapshots, stripe: stripe, generation: generation)
        return snapshots
    }

    /// One consistent view of all open stores that no other reader uses, to be copied.
    ///
    /// - Throws: `behind`, `failed` of any store, and what `snapshot(isWhole:)` throws otherwise.
    func snapshotForCopying() throws(StoreError) -> MultiStoreSnapshot {
        guard let set = current else { return MultiStoreSnapshot([], of: nil) }
        let (snapshots, refused) = try takeSnapshots(of: set) { (store) throws(StoreError) in
            try store.store.snapshotForCopying()
        }
        // In the order of the stores, so that the same state gives the same error.
        for store in set.stores { if let error = refused[store.number] { throw error } }
        return snapshots
    }

    private typealias Refusals = [StoreNumber: StoreError]

    private func takeSnapshots(
        of set: StoreSet, _ take: (AttachedStore) throws(StoreError) -> any StoreSnapshot
    ) throws(StoreError) -> (snapshots: MultiStoreSnapshot, refused: Refusals) {
        var wait = RetryWait(set.cut.timeout)
        while true {
            var refused: Refusals = [:]
            // A store that lacks a save that was made would be seen with the others as they are after it.
            for store in set.stores where store.writer.isBehind {
                do throws(StoreError) { try store.writer.catchUp() } catch { refused[store.number] = error }
            }
            guard set.stores.count > 1 else { return (try snapshotOfEach(set, &refused, take), refused) }
            let taken = try commitBarrier.snapshot {
                () throws(StoreError) -> (snapshots: MultiStoreSnapshot, obstacle: StoreError?)? in
                // Another one may have fallen behind meanwhile.
                if set.stores.contains(where: { $0.writer.isBehind && refused[$0.number] == nil }) { return nil }
                let snapshots = try snapshotOfEach(set, &refused, take)
                return (snapshots, try set.cut.obstacle(to: snapshots))
            }
            guard let taken else { continue }
            guard let obstacle = taken.obstacle else { return (taken.snapshots, refused) }
            guard wait.next() else { throw obstacle }
        }
    }

    private func snapshotOfEach(
        _ set: StoreSet, _ refused: inout Refusals,
        _ take: (AttachedStore) throws(StoreError) -> any StoreSnapshot
    ) throws(StoreError) -> MultiStoreSnapshot {
        var snapshots: [(store: StoreNumber, snapshot: any StoreSnapshot)] = []
        for store in set.stores {
            do throws(StoreError) {
                if let error = refused[store.number] { throw error }
                snapshots.append((store.number, try take(store)))
            } catch {
                guard error.code == .behind || error.code == .failed else { throw error }
                refused[store.number] = error
                // A store that failed does not tell its commit.
                let commit = (try? store.store.newestCommit()) ?? 0
                snapshots.append((store.number, RefusedSnapshot(error, commit: commit)))
            }
        }
        return MultiStoreSnapshot(snapshots, of: set)
    }
}
