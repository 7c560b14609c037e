import PolystoreModel
import PolystoreStorage

/// What a save changed, as values that may go anywhere.
public struct SaveEvent: Sendable, Hashable {
    /// The name of the context that saved.
    public let contextName: String?
    /// Who changed.
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

    /// Whether nothing was changed.
    public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}
