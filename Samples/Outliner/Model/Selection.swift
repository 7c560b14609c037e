import Polystore

/// What the user looks at: the item under the cursor, and the tag that items are filtered by.
///
/// It lives in memory and refers to objects of other stores. It has no inverses: with one, moving the cursor would be a change
/// of the items as well.
final class Selection: ManagedObject, Entity {
    static let item = ToOne<Item>("item")
    static let filter = ToOne<Tag>("filter")
    static let entity = EntityDescription(Selection.self, item, filter)
}
