import PolystoreModel
import PolystoreStorage

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
