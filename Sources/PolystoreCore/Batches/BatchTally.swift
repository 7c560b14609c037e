import PolystoreModel
import PolystoreStorage

/// What a batch has changed so far.
struct BatchTally {
    /// Whether IDs are kept: asked for, or listened to.
    let keepsIDs: Bool
    /// How many rows and pairs were written.
    private(set) var changed = 0
    private(set) var inserted: Set<ObjectID> = []
    private(set) var updated: Set<ObjectID> = []
    private(set) var deleted: Set<ObjectID> = []

    init(keepsIDs: Bool) { self.keepsIDs = keepsIDs }

    /// Takes note of changes that a store has taken.
    mutating func add(_ changes: StoreChanges, in store: StoreNumber) {
        changed += changes.inserts.count + changes.updates.count + changes.deletes.count + changes.links.count
        guard keepsIDs else { return }
        for row in changes.inserts { inserted.insert(row.view.objectID) }
        for row in changes.updates { updated.insert(row.view.objectID) }
        for mark in changes.deletes { deleted.insert(mark.objectID(in: store)) }
    }

    /// Takes note of what a statement of a store has done.
    mutating func add(_ statement: BatchStatement) {
        changed += statement.count
        updated.formUnion(statement.updated)
    }

    /// The event that announces the changes.
    func event(_ origin: ChangeOrigin, _ commits: [StoreNumber: CommitNumber]) -> SaveEvent {
        SaveEvent(origin, inserted: inserted, updated: updated, deleted: deleted, commits: commits)
    }
}
