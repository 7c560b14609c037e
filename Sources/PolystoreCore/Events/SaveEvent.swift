import PolystoreModel
import PolystoreStorage

/// The changes of a save, as values that may go anywhere: a change set without the rows.
public struct SaveEvent: Sendable, Hashable {
    /// The name of the context that saved.
    public let contextName: String?
    /// The author of the changes.
    public let author: String?
    /// The new objects.
    public let inserted: Set<ObjectID>
    /// The changed objects.
    public let updated: Set<ObjectID>
    /// The deleted objects.
    public let deleted: Set<ObjectID>
    /// The commit of each store; empty for a save into a parent context.
    public let commits: [StoreNumber: CommitNumber]
    /// Which context saved; two events of one context have the same.
    package let origin: UInt

    /// Makes the event of a save.
    ///
    /// - Parameter changes: What was saved, with the commit of each store.
    public init(_ changes: ChangeSet) {
        contextName = changes.origin.contextName
        author = changes.origin.author
        inserted = Set(changes.values.lazy.flatMap(\.inserts).map(\.view.objectID))
        updated = Set(changes.values.lazy.flatMap(\.updates).map(\.view.objectID)).union(changes.touched)
        deleted = changes.reduce(into: []) { result, part in
            for mark in part.changes.deletes { result.insert(mark.objectID(in: part.store)) }
        }
        commits = changes.commits
        origin = changes.origin.context
    }

    /// Makes the event of changes that no context made: every context may merge it.
    init(
        _ origin: ChangeOrigin, inserted: Set<ObjectID>, updated: Set<ObjectID>, deleted: Set<ObjectID>,
        commits: [StoreNumber: CommitNumber]
    ) {
        (contextName, author) = (origin.contextName, origin.author)
        (self.inserted, self.updated, self.deleted, self.commits) = (inserted, updated, deleted, commits)
        self.origin = 0
    }

    /// Whether nothing was changed.
    public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}
