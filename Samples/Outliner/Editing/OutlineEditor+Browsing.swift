import Polystore

extension OutlineEditor {
    private static let page = 10

    /// Does what a key of the outline asks for.
    func carryOut(_ command: Command) throws {
        switch command {
        case .up: outline.moveCursor(by: -1)
        case .down: outline.moveCursor(by: 1)
        case .pageUp: outline.moveCursor(by: -Self.page)
        case .pageDown: outline.moveCursor(by: Self.page)
        case .top: outline.moveCursor(to: 0)
        case .bottom: outline.moveCursor(to: outline.rows.count - 1)
        case .collapse: try outline.collapse()
        case .expand: try outline.expand()
        case .insertBelow, .insertInside, .editTitle: try beginEdit(command)
        case .indent: try outline.indent()
        case .outdent: try outline.outdent()
        case .pickUp:
            try outline.pickUp()
            mode = .moving
        case .delete: try outline.deleteSubtree()
        case .toggleDone: try outline.toggleDone()
        case .tag: try ask(.tag)
        case .untag: try ask(.untag)
        case .filter: try ask(.filter)
        case .undo: say("undone: \(try outline.undo())")
        case .redo: say("done again: \(try outline.redo())")
        case .save: try save()
        case .quit: if outline.hasUnsavedChanges { mode = .leaving } else { ending = .quit }
        }
    }

    /// Saves, and says so.
    func save() throws {
        try outline.save()
        say("saved")
    }

    private func beginEdit(_ command: Command) throws {
        switch command {
        case .insertBelow: try outline.beginSibling()
        case .insertInside: try outline.beginChild()
        default: try outline.beginEdit()
        }
        mode = .editing
    }

    private func ask(_ purpose: Prompt.Purpose) throws {
        let names: [String]
        switch purpose {
        case .untag: names = try outline.selectedItem().tags.map(\.name).sorted()
        case .tag:
            _ = try outline.selectedItem()
            names = try outline.tags().map(\.name)
        case .filter: names = try outline.tags().map(\.name)
        }
        mode = .prompting(Prompt(purpose: purpose, names: names))
    }
}
