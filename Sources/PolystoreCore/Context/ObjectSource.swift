import Foundation
import PolystoreModel
import PolystoreStorage

/// Where a context's rows come from and where its saves go: the stores behind a coordinator, or a parent context.
///
/// A context uses its source on one thread at a time.
package protocol ObjectSource: AnyObject {
    /// Tells what contexts save into the source.
    var broadcast: Broadcast<SaveEvent> { get }

    /// Hands out the rows that a request finds, with the context's pending rows in their places.
    ///
    /// With a shape, what becomes of the request may be kept for others.
    func fetch(
        _ request: ResolvedRequest, excluding: Set<ObjectID>, pending: [RowView], source: any RowSource,
        shape: RequestShape?, isCancelled: () -> Bool, _ receive: (FetchedRows) -> Bool
    ) throws

    /// What became of an earlier request of a shape; nil when there was none.
    func knownRequest(_ shape: RequestShape) -> KnownRequest?

    /// Hands out the rows that a request finds which is answered as an earlier one was; false when it cannot be.
    func fetch(
        _ known: KnownRequest, _ shape: RequestShape, source: any RowSource, isCancelled: () -> Bool,
        _ receive: (FetchedRows) -> Bool
    ) throws -> Bool

    /// The number of rows that a request finds which is answered as an earlier one was; nil when it cannot be.
    func count(_ known: KnownRequest, _ shape: RequestShape) throws -> Int?

    /// Hands out groups of what a request finds, where stores compute them, and rows of everything else.
    ///
    /// - Returns: False, with nothing handed out, when all of it is to be fetched as rows.
    func fetchGroups(
        _ request: ResolvedRequest, by grouping: StoreGrouping, excluding: Set<ObjectID>, pending: [RowView],
        source: any RowSource, isCancelled: () -> Bool, _ receiveGroup: ([Value], [AggregateAccumulator]) -> Void,
        _ receive: (FetchedRows) -> Bool
    ) throws -> Bool

    /// The number of rows that a request finds, with the context's pending rows.
    ///
    /// With a shape, what becomes of the request may be kept for others.
    func count(
        _ request: ResolvedRequest, excluding: Set<ObjectID>, pending: [RowView], source: any RowSource,
        shape: RequestShape?
    ) throws -> Int

    /// Hands out the rows of objects; objects without one are passed over.
    func rows(of objects: [ObjectID], _ receive: (RowBatch) -> Bool) throws

    /// Hands out the row of an object, valid during the call, if there is one; the receiver reads nothing else meanwhile.
    func row(of object: ObjectID, _ receive: (RowView, LayoutTable) -> Void) throws

    /// Hands out the members of a relationship of some owners, in any order, with their places in the order where the
    /// relationship has one: of a to-many relationship, or of a to-one relationship that rows do not keep.
    ///
    /// Rows that were read on the way are handed out as well, so that they need not be read again.
    func members(
        of relationship: ModelRelationship, owners: [ObjectID], _ receive: (RowBatch) -> Bool,
        _ visit: (Membership) -> Void
    ) throws

    /// Hands out the rows whose to-one relationship names an object.
    func rows(
        referencing object: ObjectID, through relationship: ModelRelationship, _ receive: (RowBatch) -> Bool
    ) throws

    /// Reads data that is kept out of a row; nil when the row is gone or of another version.
    func deferredData(of object: ObjectID, version: UInt32, property: PropertyKey) throws -> Data?

    /// Who would do what in a fetch, or who did it.
    ///
    /// With a receiver the fetch is run.
    func explain(
        _ request: ResolvedRequest, excluding: Set<ObjectID>, pending: [RowView], source: any RowSource,
        isCancelled: () -> Bool, running receive: FetchReceiver?
    ) throws -> FetchExplanation

    /// Who would do what in a fetch of groups, or who did it; nil when all of it is fetched as rows.
    func explainGroups(
        _ request: ResolvedRequest, by grouping: StoreGrouping, excluding: Set<ObjectID>, pending: [RowView],
        source: any RowSource, isCancelled: () -> Bool, running receiver: GroupReceiver?
    ) throws -> FetchExplanation?

    /// Whether unsaved changes lie between the source and the stores, over objects of an entity.
    func isOverlaid(_ entity: ModelEntity) -> Bool

    /// Keeps one cut of the stores for the reads until the matching `endReading`, so that they agree (P4).
    func beginReading() throws

    /// Ends what `beginReading` began.
    func endReading()

    /// Whether the reads keep to one cut until `advance`.
    var isPinned: Bool { get }

    /// Takes the newest cut and keeps to it, or keeps to it no longer.
    func setPinned(_ isPinned: Bool) throws

    /// Whether a save raises the versions of rows: in stores, not in a parent context.
    var raisesVersions: Bool { get }

    /// Saves changes, all or nothing.
    func save(_ changes: ChangeSet) throws -> CommitReceipt

    /// Lets go of the cut of the stores, so that the next read sees the newest commits.
    func advance()
}

extension ObjectSource {
    /// Reads through one cut of the stores.
    func reading<Result>(_ body: () throws -> Result) throws -> Result {
        try beginReading()
        defer { endReading() }
        return try body()
    }
}

/// One member of one owner's to-many relationship.
package struct Membership {
    package let owner: ObjectID
    package let member: ObjectID
    package let order: Int64

    package init(owner: ObjectID, member: ObjectID, order: Int64) {
        self.owner = owner
        self.member = member
        self.order = order
    }
}
