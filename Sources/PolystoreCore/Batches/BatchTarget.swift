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

/// A batch in one store: its pieces are applied in one transaction, and no other save comes between.
final class StreamedBatch: BatchTarget {
    let snapshots: MultiStoreSnapshot
    private let store: StoreNumber
    private let participation: WriterParticipation
    private(set) var tally: BatchTally
    /// What the writer's thread is applying, while the next piece is made.
    private var applied: StoreChanges?

    init(
        _ snapshots: MultiStoreSnapshot, _ store: StoreNumber, _ participation: WriterParticipation, _ tally: BatchTally
    ) {
        (self.snapshots, self.store, self.participation, self.tally) = (snapshots, store, participation, tally)
    }

    func take(_ changes: StoreChanges, in store: StoreNumber) throws(CoordinatorError) {
        guard store == self.store else { throw CoordinatorError(.unknownStore, [.store: "\(store)"]) }
        try wait()
        participation.apply(changes)
        applied = changes
    }

    func wait() throws(CoordinatorError) {
        guard let changes = applied.take() else { return }
        do throws(StoreError) { try participation.waitUntilApplied() } catch {
            throw CoordinatorError(error, in: store)
        }
        tally.add(changes, in: store)
    }
}

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
