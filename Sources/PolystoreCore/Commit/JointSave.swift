import Foundation
import PolystoreModel
import PolystoreStorage

/// One save over several stores, with what becomes of it.
final class JointSave: Sendable {
    /// What the save changes in one store.
    struct Part: Sendable {
        let store: AttachedStore
        let changes: StoreChanges
    }

    /// Where the changes come from.
    let origin: ChangeOrigin
    /// Objects that are changed without a change of their row.
    let touched: [ObjectID]
    /// One part a store, in the order in which every save takes them: so two saves cannot wait for each other.
    let parts: [Part]
    /// When to give up waiting for the stores.
    let deadline: Date
    private let outcome = Locked<Result<CommitReceipt, CoordinatorError>?>(nil)

    init(_ parts: [Part], of changes: ChangeSet) {
        self.parts = parts.sorted(byUUID: \.store.identifier)
        (origin, touched) = (changes.origin, changes.touched)
        let timeout = parts.map { $0.store.description.lockTimeout }.max() ?? .seconds(5)
        deadline = Date(timeIntervalSinceNow: timeout.seconds)
    }

    /// How it ended; nil while it has not.
    var result: Result<CommitReceipt, CoordinatorError>? { outcome.withLock { $0 } }

    func finish(_ result: Result<CommitReceipt, CoordinatorError>) { outcome.withLock { $0 = result } }

    /// The changes as the commit log records them: those that are applied again from it, with the commits that make them.
    func record(_ commits: [StoreNumber: CommitNumber]) -> ChangeSet {
        var record = ChangeSet(origin: origin)
        record.touched = touched
        for part in parts where part.store.isRedoable { record[part.store.number] = part.changes }
        record.commits = commits.filter { record[$0.key] != nil }
        return record
    }
}
