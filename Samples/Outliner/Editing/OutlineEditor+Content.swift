import Polystore

extension OutlineEditor {
    /// What is to be shown.
    var content: ScreenContent {
        ScreenContent(
            name: name, rows: outline.rows, cursor: outline.cursor, isMoving: mode == .moving,
            title: outline.edit?.line,
            sections: outline.list.sections, listTitle: listTitle, state: state, message: message, prompt: prompt,
            help: mode.help)
    }

    private var prompt: ScreenContent.Question? {
        switch mode {
        case .prompting(let prompt): ScreenContent.Question(title: prompt.title, answer: prompt.line)
        case .leaving: ScreenContent.Question(title: "there are unsaved changes", answer: nil)
        default: nil
        }
    }

    private var listTitle: String {
        let title = outline.filter.map { "Items with #\($0.name)" } ?? "Items with tags"
        let changes = outline.list.changes.description
        return changes.isEmpty ? title : "\(title) (\(changes))"
    }

    /// What undo and redo would do, and whether there is anything to save.
    private var state: String {
        let manager = outline.undoManager
        // While an item is held, its group is not to be taken back but put back.
        var parts: [String] = []
        if mode == .moving {
            parts.append("moving")
        } else {
            parts.append(manager.canUndo ? "undo \(manager.undoName ?? "")" : "nothing to undo")
            if manager.canRedo { parts.append("redo \(manager.redoName ?? "")") }
        }
        parts.append(outline.hasUnsavedChanges ? "unsaved changes" : "all saved")
        if let filter = outline.filter { parts.append("only #\(filter.name)") }
        return parts.joined(separator: " · ")
    }
}
