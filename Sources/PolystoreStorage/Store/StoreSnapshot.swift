import Foundation
import PolystoreModel

/// A consistent view of one store at one commit: nothing that is committed later changes what it reads.
///
/// A snapshot may be read from any thread; a store whose engine allows one reader at a time locks inside. It is
/// released with its last reference. Rows are handed out in batches, verified: each row is well formed, of a known
/// layout, and carries the right checksum; a row that is not throws `damaged` with its entity and key. A receiver of
/// batches may read on through the same snapshot on the same thread before it returns.
public protocol StoreSnapshot: AnyObject, Sendable {
    /// The commit that the snapshot shows.
    var commit: CommitNumber { get }

    /// Hands out the rows that a plan of the same store finds, until the receiver returns false.
    ///
    /// - Complexity: One round trip; at most one batch in memory beside what the receiver keeps.
    func rows(_ plan: StorePlan, _ receive: (RowBatch) -> Bool) throws(StoreError)

    /// Lends the rows that `rows` would hand out, in the same order, for the time of a call, to be taken one batch after
    /// another.
    ///
    /// - Returns: Whether the call was made; false of a store that hands rows out by `rows` only.
    /// - Complexity: At most one batch in memory beside what the receiver keeps.
    func withStream(_ plan: StorePlan, _ body: (any RowStream) -> Void) throws(StoreError) -> Bool

    /// The number of rows that an exact plan finds, or the limit if that is less.
    ///
    /// - Complexity: One round trip, no rows where the store can count without them.
    func count(_ plan: StorePlan) throws(StoreError) -> Int

    /// Hands out the rows of keys of one hierarchy, in any order; keys without a row are passed over.
    ///
    /// - Complexity: One round trip for any number of keys.
    func rows(_ root: RootNumber, keys: [Int64], _ receive: (RowBatch) -> Bool) throws(StoreError)

    /// Hands out the row of a key and the layouts of its store, if there is one.
    ///
    /// What a look-up by ID and a fault ask for: a store need not provide it, but may answer it with less than
    /// `rows(_:keys:_:)`. The row may lie in memory of the engine, and is valid during the call; the receiver copies it
    /// and reads nothing else meanwhile.
    ///
    /// - Complexity: One round trip.
    func row(_ root: RootNumber, key: Int64, _ receive: (RowView, LayoutTable) -> Void) throws(StoreError)

    /// Hands out the rows of this store whose to-one relationship names one of some objects, in any order.
    ///
    /// - Parameters:
    ///   - objects: The objects that are named; they may live in any store.
    ///   - relationship: A to-one relationship whose references this store keeps.
    ///   - receive: Takes each batch; false ends the reading.
    /// - Throws: `damaged` for a row that does not verify, or what the engine reports.
    /// - Complexity: One round trip for any number of objects, through an index.
    func rows(
        referencing objects: [ObjectID], through relationship: ModelRelationship, _ receive: (RowBatch) -> Bool
    ) throws(StoreError)

    /// The pairs of a join table in this store whose source (or target) is one of some objects, in any order.
    func links(_ join: ModelJoin, from objects: [ObjectID], forward: Bool) throws(StoreError) -> [JoinLink]

    /// Reads data that a row keeps out; nil when the row is gone or of another version.
    func deferredData(
        _ root: RootNumber, key: Int64, version: UInt32, property: PropertyKey
    ) throws(StoreError) -> Data?

    /// The mark of the last save over several stores that the snapshot shows; nil before the first.
    ///
    /// Asked for where another process writes the store: a store that is not `sharedReading` need not answer.
    func joint() throws(StoreError) -> JointMark?

    /// What holding the snapshot costs the store now, in bytes: space in its file, its log or its memory that it could
    /// use again without the snapshot.
    ///
    /// Zero for a snapshot that shows the newest commit. For an older one an estimate: it grows with what was written
    /// since, counts space for each snapshot that holds it, and may count what was added and what was replaced alike. It
    /// is asked for beside saves, so it waits for no read that goes on.
    ///
    /// - Throws: `closed`, or what the engine reports.
    func retainedBytes() throws(StoreError) -> Int

    /// Makes a store of what the snapshot shows, at a place where nothing is, in a folder that is made if need be.
    ///
    /// The copy has the UUID, the commit and the model of the original, and belongs to no commit domain. It is whole and on the
    /// disk when the call returns, and there is none when it throws. Others may read and write the store meanwhile, but not
    /// read this snapshot: it is one of `PersistentStore.snapshotForCopying`.
    ///
    /// - Parameter target: The copy's place, of the same type.
    /// - Throws: `unsupported` for a store that lies nowhere; `permission` when there is something at the place; `held`,
    ///   `full`, `inputOutput`, `damaged`.
    /// - Complexity: One pass over the store.
    func copy(to target: PersistentStoreDescription) throws(StoreError)

    /// Checks everything that the store holds; see `StoreCheck`.
    func check(_ visit: (StoreCheck.Finding) -> Void) throws(StoreError) -> StoreCheck.Summary
}
