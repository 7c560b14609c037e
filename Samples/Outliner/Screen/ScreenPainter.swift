/// Makes control sequences of screens: for the first one everything, for later ones the lines that changed.
struct ScreenPainter {
    /// What a terminal is sent first: the other screen, no wrapping of long lines.
    static let opening = "\u{1B}[?1049h\u{1B}[?7l"
    /// What a terminal is sent at the end, after which it is as it was.
    static let closing = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    let hasColour: Bool
    private var shown: [ScreenLine]?

    init(hasColour: Bool) { self.hasColour = hasColour }

    /// Forgets what is shown, because the terminal has another size.
    mutating func forget() { shown = nil }

    /// The text that turns what is shown into a screen.
    mutating func paint(_ screen: Screen) -> String {
        var text = "\u{1B}[?25l"
        if shown == nil { text += "\u{1B}[2J" }
        for (index, line) in screen.lines.enumerated() {
            if let shown, shown.indices.contains(index), shown[index] == line { continue }
            text += "\u{1B}[\(index + 1);1H"
            for span in line.spans { text += hasColour ? span.style.applied(to: span.text) : span.text }
            text += "\u{1B}[K"
        }
        if let caret = screen.caret { text += "\u{1B}[\(caret.line + 1);\(caret.cell + 1)H\u{1B}[?25h" }
        shown = screen.lines
        return text
    }
}
