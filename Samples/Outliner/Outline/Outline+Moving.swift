import Polystore

/// Dragging an item: it follows the cursor keys while it is held, and all of that is one group of changes.
extension Outline {
    /// Picks the item up.
    func pickUp() throws {
        let item = try selectedItem()
        try undoManager.beginGroup("Move")
        moved = item.objectID
    }

    /// Leaves the item where it is now.
    func drop() throws {
        try undoManager.endGroup()
        moved = nil
    }

    /// Puts the item back where it was picked up: nothing is left of the group.
    func putBack() throws {
        try undoManager.cancelGroup()
        moved = nil
    }

    /// Moves the item before the line above it, on the level of that line.
    ///
    /// - Throws: `OutlineError.endOfOutline` for the first line.
    func moveUp() throws {
        let item = try selectedItem()
        guard cursor > 0 else { throw OutlineError.endOfOutline }
        let above = try context.existingObject(with: rows[cursor - 1].id, as: Item.self)
        guard let parent = above.parent, let place = above.place else { throw OutlineError.endOfOutline }
        move(item, below: parent, at: place)
    }

    /// Moves the item behind the line that follows what is below it, or, when that line is open, to the first place in it.
    ///
    /// - Throws: `OutlineError.endOfOutline` when nothing follows.
    func moveDown() throws {
        let item = try selectedItem()
        let depth = rows[cursor].depth
        guard let next = rows[(cursor + 1)...].first(where: { $0.depth <= depth }) else {
            throw OutlineError.endOfOutline
        }
        let below = try context.existingObject(with: next.id, as: Item.self)
        if next.fold == .open {
            move(item, below: below, at: 0)
        } else if let parent = below.parent, let place = below.place {
            move(item, below: parent, at: place + 1)
        }
    }
}
