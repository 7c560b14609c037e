import Polystore

extension Outline {
    /// Makes the item the last one below its sibling above.
    ///
    /// - Throws: `OutlineError.nothingAbove` for the first of its siblings.
    func indent() throws {
        let item = try selectedItem()
        guard let parent = item.parent, let place = item.place, place > 0 else { throw OutlineError.nothingAbove }
        let target = parent.children[place - 1]
        try undoManager.group("Indent") {
            // What goes below a closed item would be out of sight.
            if target.isCollapsed { target.isCollapsed = false }
            move(item, below: target, at: target.children.count)
        }
    }

    /// Puts the item behind its parent.
    ///
    /// - Throws: `OutlineError.topLevel` where there is no item above.
    func outdent() throws {
        let item = try selectedItem()
        guard let parent = item.parent, let target = parent.parent, let place = parent.place else {
            throw OutlineError.topLevel
        }
        try undoManager.group("Outdent") { move(item, below: target, at: place + 1) }
    }

    /// Deletes the item and, by the rule of the relationship, all that is below it.
    func deleteSubtree() throws {
        let item = try selectedItem()
        try undoManager.group("Delete") { context.delete(item) }
    }

    /// Marks the item as done, or as open again.
    func toggleDone() throws {
        let item = try selectedItem()
        try undoManager.group(item.isDone ? "Reopen" : "Done") { item.isDone.toggle() }
    }

    /// Moves an item to a place among the children that an item has now, itself included.
    func move(_ item: Item, below parent: Item, at place: Int) {
        guard !parent.isInside(item) else { return }
        var place = place
        // The places behind the item count one less once it is taken out.
        if item.parent == parent, let old = item.place, old < place { place -= 1 }
        parent.children.insert(item, at: place)
    }
}
