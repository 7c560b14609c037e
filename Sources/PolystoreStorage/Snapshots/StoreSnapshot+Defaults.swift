import Foundation
import PolystoreModel

/// What a snapshot need not write that belongs to capabilities which its store does not declare.
extension StoreSnapshot {
    /// Lends nothing: rows of several stores are then put into order where they meet.
    public func withStream(_ plan: StorePlan, _ body: (any RowStream) -> Void) throws(StoreError) -> Bool { false }

    /// Hands out the row of the batch that the rows of the one key come in.
    public func row(
        _ root: RootNumber, key: Int64, _ receive: (RowView, LayoutTable) -> Void
    ) throws(StoreError) {
        try rows(root, keys: [key]) { batch in
            for row in batch { receive(row, batch.layouts) }
            return false
        }
    }

    /// Refuses: without the capability `joins` there are no pairs.
    public func links(_ join: ModelJoin, from objects: [ObjectID], forward: Bool) throws(StoreError) -> [JoinLink] {
        throw StoreError(.unsupported, [.property: join.name, .reason: "the store has no joins"])
    }

    /// Knows of none: without the capability `sharedReading` the process that reads is the one that writes.
    public func joint() throws(StoreError) -> JointMark? { nil }

    /// Refuses: without the capability `isDurable` there is no place for a copy.
    public func copy(to target: PersistentStoreDescription) throws(StoreError) {
        throw StoreError(
            .unsupported, [.store: target.name, .path: target.url?.path, .reason: "the store cannot be copied"])
    }

    /// Finds nothing: without the capability `deferredData` all data is in its row.
    public func deferredData(
        _ root: RootNumber, key: Int64, version: UInt32, property: PropertyKey
    ) throws(StoreError) -> Data? { nil }
}
