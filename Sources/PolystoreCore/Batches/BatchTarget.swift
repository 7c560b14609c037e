import PolystoreModel
import PolystoreStorage

/// Takes the changes of a batch, piece by piece.
protocol BatchTarget: AnyObject {
    /// What the changes are made of.
    var snapshots: MultiStoreSnapshot { get }

    /// Takes changes of one store.
    ///
    /// - Throws: `CoordinatorError` with code `conflict` when they cannot be made; others may follow then. Other errors end the
    ///   batch.
    func take(_ changes: StoreChanges, in store: StoreNumber) throws(CoordinatorError)

    /// Waits until all changes that were taken have been made; until then `take` may throw what an earlier call met.
    func wait() throws(CoordinatorError)
}
