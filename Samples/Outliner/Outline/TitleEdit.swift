import Polystore

/// A title that is being edited, in a child context: also a new item exists only there until the edit is saved.
final class TitleEdit {
    /// The child context.
    let context: ManagedObjectContext
    /// The item as the child sees it.
    let draft: Item
    /// The name of what a save will change.
    let name: String
    /// What was typed, and the caret in it.
    private(set) var line: LineEditor
    /// Takes typing back, a word at a time; it ends with the edit.
    private let typing = ContextUndoManager()

    /// Begins to edit the title of an item.
    convenience init(changing item: Item, of parent: ManagedObjectContext) throws {
        let child = parent.newConfinedChildContext()
        try self.init("Edit Title", child, child.existingObject(with: item.objectID, as: Item.self))
    }

    /// Begins a new item at a place below another, with a tag if there is one.
    convenience init(
        insertingBelow item: Item, at place: Int, tagged tag: Tag?, of parent: ManagedObjectContext
    ) throws {
        let child = parent.newConfinedChildContext()
        let above = try child.existingObject(with: item.objectID, as: Item.self)
        let draft = try child.insert(Item.self)
        if above.isCollapsed { above.isCollapsed = false }
        above.children.insert(draft, at: place)
        if let tag { draft.tags.insert(try child.existingObject(with: tag.objectID, as: Tag.self)) }
        try self.init("Insert", child, draft)
    }

    private init(_ name: String, _ context: ManagedObjectContext, _ draft: Item) throws {
        (self.name, self.context, self.draft) = (name, context, draft)
        line = LineEditor(draft.title)
        // What was done so far is not the user's typing.
        try context.processPendingChanges()
        context.undoManager = typing
    }

    /// Takes a key that edits a line.
    ///
    /// - Returns: Whether the key had a meaning.
    func handle(_ key: Key) throws -> Bool {
        if key == .control("z") {
            guard typing.canUndo else { throw OutlineError.nothingToUndo }
            try context.undo()
            line = LineEditor(draft.title)
            return true
        }
        let endedWord = line.text.last?.isWhitespace ?? false
        guard line.handle(key) else { return false }
        guard line.text != draft.title else { return true }
        let joins = !endedWord || key == .character(" ")
        try typing.group("Typing", joiningLast: joins) { draft.title = line.text }
        return true
    }

    /// Saves into the parent context, as one named group of its changes; nothing happens where nothing was changed.
    ///
    /// - Throws: `SaveError` for a title that is not valid; the edit can go on then.
    func save(into undoManager: ContextUndoManager) throws {
        guard context.hasChanges else { return }
        try undoManager.group(name) { try context.save() }
    }
}
