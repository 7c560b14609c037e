import Polystore

extension Outline {
    /// Moves the cursor by lines, as far as there are any.
    func moveCursor(by count: Int) { moveCursor(to: cursor + count) }

    /// Moves the cursor to a line, or to the nearest that there is.
    func moveCursor(to line: Int) {
        guard !rows.isEmpty else { return }
        select(rows[max(0, min(line, rows.count - 1))].id)
    }

    /// Hides what is below the item; when nothing is shown there, goes to the item above.
    ///
    /// What is shown is kept with the items, but is no change that could be taken back.
    func collapse() throws {
        let item = try selectedItem()
        if item.isExpanded, filter == nil {
            undoManager.withoutRegistration { item.isCollapsed = true }
        } else if let parent = item.parent, parent != root {
            select(parent.objectID)
        }
    }

    /// Shows what is below the item; when it is shown, goes to the first item there.
    func expand() throws {
        let item = try selectedItem()
        if item.isCollapsed, filter == nil {
            undoManager.withoutRegistration { item.isCollapsed = false }
        } else if rows[cursor].fold == .open {
            moveCursor(by: 1)
        }
    }
}
