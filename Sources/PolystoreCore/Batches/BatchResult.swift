import PolystoreModel
import PolystoreStorage

/// What a batch request did, once it is on disk.
public struct BatchResult: Sendable {
    /// How many objects the request was about: those that an update or a deletion found, or that an insertion wrote.
    ///
    /// What delete rules change or delete besides is not counted.
    public let count: Int
    /// The commit of each store that was changed.
    public let commits: [StoreNumber: CommitNumber]
    /// The IDs of all changed objects, those included that delete rules concern, to be merged into contexts; nil unless the
    /// request asks for them.
    public let changes: SaveEvent?

    /// The IDs of the new objects; empty unless the request asks for IDs.
    public var inserted: Set<ObjectID> { changes?.inserted ?? [] }
    /// The IDs of the changed objects; empty unless the request asks for IDs.
    public var updated: Set<ObjectID> { changes?.updated ?? [] }
    /// The IDs of the deleted objects; empty unless the request asks for IDs.
    public var deleted: Set<ObjectID> { changes?.deleted ?? [] }
}
