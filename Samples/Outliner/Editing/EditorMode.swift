/// What keys mean at the moment.
enum EditorMode: Equatable {
    case browsing
    /// A title is edited, in a child context.
    case editing
    /// An item was picked up and follows the keys.
    case moving
    case prompting(Prompt)
    /// There are unsaved changes, and the user wants to leave.
    case leaving

    /// The keys, for the lines at the bottom.
    var help: [String] {
        switch self {
        case .browsing:
            [
                "↑↓ move", "←→ fold", "Enter below", "a inside", "e edit", "m pick up", "Tab indent", "⇧Tab outdent",
                "x done", "d delete", "t tag", "T untag", "f filter", "u undo", "r redo", "s save", "q quit",
            ]
        case .editing: ["Enter keep", "Esc give up", "^Z undo typing", "^U clear"]
        case .moving: ["↑↓ move", "Tab indent", "⇧Tab outdent", "m or Enter drop", "Esc put back"]
        case .prompting: ["Enter done", "Esc give up"]
        case .leaving: ["s save and quit", "q quit without saving", "Esc stay"]
        }
    }
}
