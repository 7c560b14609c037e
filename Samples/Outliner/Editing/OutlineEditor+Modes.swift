import Polystore

/// The keys of the modes that a key of the outline begins.
extension OutlineEditor {
    /// Takes a key while a title is edited.
    func edit(_ key: Key) throws {
        switch key {
        case .enter:
            try outline.keepEdit()
            mode = .browsing
        case .escape:
            outline.dropEdit()
            mode = .browsing
            say("given up")
        default: _ = try outline.edit?.handle(key)
        }
    }

    /// Takes a key while an item is held.
    func move(_ key: Key) throws {
        switch key {
        case .enter, .character("m"):
            try outline.drop()
            mode = .browsing
        case .escape:
            try outline.putBack()
            mode = .browsing
            say("put back")
        default:
            switch Command(key) {
            case .up: try outline.moveUp()
            case .down: try outline.moveDown()
            case .indent, .expand: try outline.indent()
            case .outdent, .collapse: try outline.outdent()
            default: break
            }
        }
    }

    /// Takes a key while a question is open.
    func answer(_ prompt: Prompt, _ key: Key) throws {
        switch key {
        case .enter:
            // Closed first: what the answer does wrong is said where the question was.
            mode = .browsing
            switch prompt.purpose {
            case .tag: try outline.tag(prompt.line.text)
            case .untag: try outline.untag(prompt.line.text)
            case .filter: try outline.filter(by: prompt.line.text)
            }
        case .escape: mode = .browsing
        default:
            var prompt = prompt
            if prompt.line.handle(key) { mode = .prompting(prompt) }
        }
    }

    /// Takes a key while it is asked what becomes of unsaved changes.
    func leave(_ key: Key) throws {
        switch key {
        case .escape: mode = .browsing
        case .character("q"): ending = .quit
        default:
            guard Command(key) == .save else { return }
            mode = .browsing
            try save()
            ending = .quit
        }
    }
}
