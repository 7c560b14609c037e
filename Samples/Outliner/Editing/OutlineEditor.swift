import Polystore

/// What keys do to an outline, and what is to be shown afterwards; it knows no terminal.
final class OutlineEditor {
    let outline: Outline
    /// The name in the first line.
    let name: String
    var mode = EditorMode.browsing
    /// What the last key did; nil when the screen says it all.
    var message: EditorMessage?
    /// Whether the editor has ended, and why.
    var ending: EditorEnding?

    init(_ outline: Outline, name: String) { (self.outline, self.name) = (outline, name) }

    /// Takes a key.
    ///
    /// What goes wrong is told by `message`, and leaves everything as it was.
    func handle(_ key: Key) {
        message = nil
        outline.list.forgetChanges()
        guard key != .control("c") else {
            ending = .interrupted
            return
        }
        attempt {
            switch mode {
            case .browsing: if let command = Command(key) { try carryOut(command) }
            case .editing: try edit(key)
            case .moving: try move(key)
            case .prompting(let prompt): try answer(prompt, key)
            case .leaving: try leave(key)
            }
        }
        attempt { try outline.refresh() }
        if let failure = outline.list.failure { fail(failure) }
    }

    /// Shows a sentence.
    func say(_ text: String) { message = EditorMessage(text: text, isFailure: false) }

    private func fail(_ error: any Error) { message = EditorMessage(text: Explanation.of(error), isFailure: true) }

    /// Runs what may fail.
    ///
    /// An error of a getter was recorded by its context, which would throw it again and again.
    private func attempt(_ body: () throws -> Void) {
        do {
            try body()
            if let error = outline.edit?.context.takeAccessError() ?? outline.context.takeAccessError() { throw error }
        } catch {
            _ = outline.edit?.context.takeAccessError()
            _ = outline.context.takeAccessError()
            fail(error)
        }
    }
}
