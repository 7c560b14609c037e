import Foundation
import PolystoreModel

/// Where the evaluator finds the objects that a path leads to: one consistent snapshot of all stores, with or without a
/// context's unsaved changes on top.
///
/// Used on one thread, for one request.
public protocol RowSource: AnyObject {
    /// Calls a closure with an object's row; nil when there is no such object, or its store is not open.
    ///
    /// The row is valid only inside the closure.
    func withRow<Result>(of object: ObjectID, _ body: (RowView) throws -> Result) throws -> Result?

    /// The objects that a to-many relationship of an object leads to, in any order; for a to-one relationship, which is
    /// asked for only when the object's row does not hold it, at most one.
    func related(_ relationship: ModelRelationship, of object: ObjectID) throws -> [ObjectID]

    /// The data that a slot of a row keeps out, as the row's version has it; nil when it is gone.
    func deferredData(of row: RowView, _ slot: RowSlot) throws -> Data?
}

extension RowSource {
    /// Refuses: the source knows rows only.
    public func deferredData(of row: RowView, _ slot: RowSlot) throws -> Data? {
        throw QueryError(.deferredDataUnavailable, [.object: row.objectID.description, .property: slot.key.name])
    }
}
