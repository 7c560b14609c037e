import PolystoreModel
import PolystoreStorage

/// A batch over several stores: its changes are collected, and saved together.
///
/// Memory grows with the number of changed rows: the commit log needs all of them at once.
final class CollectedBatch: BatchTarget {
    let snapshots: MultiStoreSnapshot
    private(set) var changes: ChangeSet

    init(_ snapshots: MultiStoreSnapshot, _ origin: ChangeOrigin) {
        self.snapshots = snapshots
        changes = ChangeSet(origin: origin)
    }

    func take(_ changes: StoreChanges, in store: StoreNumber) throws(CoordinatorError) {
        self.changes[store, default: StoreChanges()].append(changes)
    }

    func wait() throws(CoordinatorError) {}
}
