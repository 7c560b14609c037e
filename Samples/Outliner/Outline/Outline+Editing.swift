import Polystore

/// Editing a title: everything happens in a child context, and reaches this one only when it is kept.
extension Outline {
    /// Begins to edit the title of the item.
    func beginEdit() throws {
        edit = try TitleEdit(changing: selectedItem(), of: context)
    }

    /// Begins a new item behind the one of the cursor; the first one in an empty outline.
    func beginSibling() throws {
        guard rows.indices.contains(cursor) else { return try beginInsertion(below: root, at: 0) }
        let item = try selectedItem()
        guard let parent = item.parent, let place = item.place else { throw OutlineError.nothingSelected }
        try beginInsertion(below: parent, at: place + 1)
    }

    /// Begins a new item as the last one below that of the cursor; the first one in an empty outline.
    func beginChild() throws {
        let parent = rows.indices.contains(cursor) ? try selectedItem() : root
        try beginInsertion(below: parent, at: parent.children.count)
    }

    private func beginInsertion(below parent: Item, at place: Int) throws {
        edit = try TitleEdit(insertingBelow: parent, at: place, tagged: filter, of: context)
    }

    /// Keeps what was edited: the child's save is one group of changes here.
    ///
    /// - Throws: `SaveError` for a title that is not valid; the edit goes on then.
    func keepEdit() throws {
        guard let edit else { return }
        try edit.save(into: undoManager)
        select(edit.draft.objectID)
        self.edit = nil
    }

    /// Gives up what was edited: the child context goes, and nothing else has to be done.
    func dropEdit() { edit = nil }
}
