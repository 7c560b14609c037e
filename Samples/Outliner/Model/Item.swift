import Polystore

/// A line of the outline: a title, and the items below it in their order.
///
/// All items hang below one root, which has no parent and is not shown.
final class Item: ManagedObject, Entity {
    static let title = Attribute<String>("title", .length(1...))
    static let isDone = Attribute<Bool>("isDone", .default(false))
    static let isCollapsed = Attribute<Bool>("isCollapsed", .default(false))
    static let parent = ToOne<Item>("parent")
    static let children = ToMany<Item>("children", inverse: \.parent, .ordered, .cascade)
    static let tags = ToMany<Tag>("tags", inverse: \.items)
    static let entity = EntityDescription(Item.self, title, isDone, isCollapsed, parent, children, tags)

    /// Whether another item is this one or above it: what may not be moved below itself.
    func isInside(_ other: Item) -> Bool {
        var current: Item? = self
        while let item = current {
            if item == other { return true }
            current = item.parent
        }
        return false
    }

    /// The item's place among its parent's children; nil without a parent.
    var place: Int? { parent?.children.objectIDs.firstIndex(of: objectID) }

    /// Whether the items below are shown.
    var isExpanded: Bool { !isCollapsed && !children.isEmpty }
}
