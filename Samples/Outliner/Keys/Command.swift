/// What a user can ask for while the outline is browsed.
enum Command: CaseIterable {
    case up, down, pageUp, pageDown, top, bottom, collapse, expand
    case insertBelow, insertInside, editTitle, indent, outdent, pickUp, delete, toggleDone
    case tag, untag, filter, undo, redo, save, quit

    /// The keys, which no two commands share.
    var keys: [Key] {
        switch self {
        case .up: [.up, .character("k")]
        case .down: [.down, .character("j")]
        case .pageUp: [.pageUp]
        case .pageDown: [.pageDown]
        case .top: [.home, .character("g")]
        case .bottom: [.end, .character("G")]
        case .collapse: [.left, .character("h")]
        case .expand: [.right, .character("l")]
        case .insertBelow: [.enter, .character("o")]
        case .insertInside: [.character("a")]
        case .editTitle: [.character("e")]
        case .indent: [.tab, .character(">")]
        case .outdent: [.backTab, .character("<")]
        case .pickUp: [.character("m")]
        case .delete: [.delete, .character("d")]
        case .toggleDone: [.character("x"), .character(" ")]
        case .tag: [.character("t")]
        case .untag: [.character("T")]
        case .filter: [.character("f")]
        case .undo: [.character("u"), .control("z")]
        case .redo: [.character("r"), .control("r")]
        case .save: [.character("s"), .control("s")]
        case .quit: [.character("q")]
        }
    }

    /// The command of a key; nil for a key without one.
    init?(_ key: Key) {
        guard let command = Self.byKey[key] else { return nil }
        self = command
    }

    private static let byKey: [Key: Command] = Dictionary(
        allCases.flatMap { command in command.keys.map { ($0, command) } }, uniquingKeysWith: { first, _ in first })
}
