import Polystore

/// An outline that is worked on: the objects, what can be taken back, the cursor, and the lists that follow.
///
/// What a user can do is a function in an extension; each of those that change items makes one named group of changes, and after
/// each `refresh()` brings what is shown up to date. The outline is used where it was made.
final class Outline {
    /// The stores.
    let container: PersistentContainer
    /// The context of all that is shown, but for a title that is being edited.
    let context: ManagedObjectContext
    let undoManager = ContextUndoManager(levels: 500)
    /// The item that all others are below.
    let root: Item
    /// Cursor and filter.
    let selection: Selection
    /// The title that is being edited, in a context of its own.
    var edit: TitleEdit?
    /// The item that was picked up; the group of changes "Move" is open then.
    var moved: ObjectID?
    /// The items with tags, kept up to date.
    var list: TaggedList
    /// The lines, as of the last refresh.
    private(set) var rows: [OutlineRow] = []
    /// The line of the cursor, as of the last refresh; 0 without lines.
    private(set) var cursor = 0

    /// Makes a context of a container, and the root when the stores have none yet.
    ///
    /// - Throws: What reading and saving throw.
    init(_ container: PersistentContainer) throws {
        self.container = container
        context = container.newConfinedContext()
        root =
            try context.first(FetchRequest(Item.self).where(Item.parent == nil))
            ?? context.insert(Item.self) { $0.title = "Outline" }
        selection = try context.first(FetchRequest(Selection.self)) ?? context.insert(Selection.self)
        if context.hasChanges { try context.save() }
        list = try TaggedList(nil, in: context)
        context.undoManager = undoManager
        try refresh()
    }

    /// Whether a save would write anything that outlives the program.
    var hasUnsavedChanges: Bool {
        (context.insertedObjects + context.updatedObjects + context.deletedObjects).contains { !($0 is Selection) }
    }

    /// The tag that items are filtered by; nil when all are shown.
    var filter: Tag? { selection.filter }

    /// The item of the cursor's line.
    ///
    /// - Throws: `OutlineError.nothingSelected` without lines.
    func selectedItem() throws -> Item {
        guard rows.indices.contains(cursor) else { throw OutlineError.nothingSelected }
        return try context.existingObject(with: rows[cursor].id, as: Item.self)
    }

    /// Ends the event, and brings lines, cursor and list up to date with the objects.
    ///
    /// A cursor whose item is not shown any more goes to the line that is now where it was.
    ///
    /// - Throws: What a getter could not read, and what fetching throws.
    func refresh() throws {
        try context.processPendingChanges()
        if let filter, try !tags().contains(filter) { choose(filter: nil) }
        if list.filter != filter?.objectID { list = try TaggedList(filter, in: context) }
        rows = try visibleRows()
        if let place = rows.firstIndex(where: { $0.id == edit?.draft.objectID ?? selection.item?.objectID }) {
            cursor = place
        } else {
            cursor = max(0, min(cursor, rows.count - 1))
            select(rows.indices.contains(cursor) ? rows[cursor].id : nil)
        }
    }

    /// Puts the cursor on an item, which is no change that could be taken back.
    func select(_ id: ObjectID?) {
        guard selection.item?.objectID != id else { return }
        undoManager.withoutRegistration { selection.item = id.flatMap { context.object(with: $0) as? Item } }
    }

    /// Sets the filter, which is no change that could be taken back.
    func choose(filter: Tag?) {
        undoManager.withoutRegistration { selection.filter = filter }
    }

    /// All tags by name.
    func tags() throws -> [Tag] { try context.fetch(FetchRequest(Tag.self).sorted(by: Tag.name)) }
}
