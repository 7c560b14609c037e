import PolystoreTerminal

/// A line of text with a caret, as keys change it.
struct LineEditor: Equatable {
    private(set) var text: String
    /// How many characters, as people count them, are before the caret.
    private(set) var caret: Int

    /// Begins with the caret behind a text.
    init(_ text: String = "") { (self.text, caret) = (text, text.count) }

    /// Takes a key.
    ///
    /// - Returns: Whether the key had a meaning.
    mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .character(let character): insert(character)
        case .left: caret = max(0, caret - 1)
        case .right: caret = min(text.count, caret + 1)
        case .home, .control("a"): caret = 0
        case .end, .control("e"): caret = text.count
        case .backspace: remove(at: caret - 1)
        case .delete: remove(at: caret)
        case .control("u"): self = LineEditor()
        default: return false
        }
        return true
    }

    /// What of the line is shown in so many cells, with the cells before the caret; the caret is always within.
    func window(_ cells: Int) -> (text: String, caret: Int) {
        let shown = text.map { DisplayWidth.printable(String($0)) }
        let widths = shown.map(DisplayWidth.of)
        var start = 0
        var before = widths[..<caret].reduce(0, +)
        while before >= max(1, cells), start < caret {
            before -= widths[start]
            start += 1
        }
        var end = start
        var used = 0
        while end < shown.count, used + widths[end] <= cells {
            used += widths[end]
            end += 1
        }
        return (shown[start..<end].joined(), before)
    }

    /// A mark that combines with the character before it makes no new one, so the caret is found by counting again.
    private mutating func insert(_ character: Character) {
        let head = String(text.prefix(caret)) + String(character)
        text = head + text.dropFirst(caret)
        caret = min(head.count, text.count)
    }

    private mutating func remove(at place: Int) {
        guard place >= 0, place < text.count else { return }
        text.remove(at: text.index(text.startIndex, offsetBy: place))
        caret = min(place, text.count)
    }
}
