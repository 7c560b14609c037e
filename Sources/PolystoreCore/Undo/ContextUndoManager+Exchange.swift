extension ContextUndoManager {
    /// Moves a group that was taken back to the other list, as what takes that back.
    func exchange(_ group: UndoGroup, _ direction: Activity) {
        // Not appended one by one: they are taken back in the order in which they were made.
        let opposite = UndoGroup(name: group.name, steps: reverse)
        reverse = []
        if direction == .undoing {
            // A hook or an observer that rolled back while changes were taken back has forgotten all groups.
            guard undoGroups.popLast() != nil else { return }
            redoGroups.append(opposite)
            tell(.didUndo, group.name)
        } else {
            guard redoGroups.popLast() != nil else { return }
            undoGroups.append(opposite)
            tell(.didRedo, group.name)
        }
    }
}
