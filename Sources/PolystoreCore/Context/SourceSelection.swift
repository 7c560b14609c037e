import Foundation
import PolystoreModel

/// A read of a source by name, without a query.
package enum SourceSelection {
    /// The rows of objects; objects without one are passed over.
    case objects([ObjectID])
    /// The row of an object, valid during the call of the receiver, which reads nothing else meanwhile.
    case object(ObjectID)
    /// The rows whose to-one relationship names an object.
    case referencing(ObjectID, ModelRelationship)
    /// The members of a relationship of some owners, in any order, with their places in the order where the relationship
    /// has one: of a to-many relationship, or of a to-one relationship that rows do not keep.
    ///
    /// Rows that were read on the way are handed out as well, so that they need not be read again.
    case members(ModelRelationship, owners: [ObjectID])
    /// Data that is kept out of a row; nothing when the row is gone or of another version.
    case deferredData(ObjectID, version: UInt32, PropertyKey)
}

/// What a source hands out of a selection.
package enum SourceItem {
    /// Rows.
    case rows(RowBatch)
    /// The row of an object, and the layouts of its store.
    case row(RowView, LayoutTable)
    /// A member of a relationship.
    case member(Membership)
    /// Data that is kept out of a row.
    case data(Data)
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
