import Polystore

/// A line of the outline as values, so that it can be shown without a context.
struct OutlineRow: Equatable {
    /// Whether the items below are shown.
    enum Fold {
        /// There is nothing below.
        case leaf
        case open
        case closed
    }

    /// The item.
    let id: ObjectID
    /// How many items it is below, the root not counted.
    let depth: Int
    let title: String
    let isDone: Bool
    /// The names of its tags, in order.
    let tags: [String]
    let fold: Fold

    init(_ item: Item, depth: Int, isOpen: Bool) {
        id = item.objectID
        self.depth = depth
        title = item.title
        isDone = item.isDone
        tags = item.tags.map(\.name).sorted()
        fold = item.children.isEmpty ? .leaf : isOpen ? .open : .closed
    }
}
