import Polystore

extension Outline {
    /// Takes the last group of changes back.
    ///
    /// - Returns: The name of the group.
    /// - Throws: `OutlineError.nothingToUndo`, and what `ManagedObjectContext.undo` throws.
    func undo() throws -> String {
        guard undoManager.canUndo else { throw OutlineError.nothingToUndo }
        let name = undoManager.undoName ?? ""
        try returning { try context.undo() }
        return name
    }

    /// Makes the group again that was taken back last.
    ///
    /// - Returns: The name of the group.
    /// - Throws: `OutlineError.nothingToRedo`, and what `ManagedObjectContext.redo` throws.
    func redo() throws -> String {
        guard undoManager.canRedo else { throw OutlineError.nothingToRedo }
        let name = undoManager.redoName ?? ""
        try returning { try context.redo() }
        return name
    }

    /// Saves everything in one step over all stores.
    ///
    /// - Throws: What `ManagedObjectContext.save` throws; nothing is saved then.
    func save() throws { try context.save() }

    /// Puts the cursor on the first line that a change brought.
    private func returning(_ change: () throws -> Void) throws {
        let known = Set(rows.map(\.id))
        try change()
        try refresh()
        if let new = rows.first(where: { !known.contains($0.id) }) { select(new.id) }
    }
}
