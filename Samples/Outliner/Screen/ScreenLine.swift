import PolystoreTerminal

/// A line of the screen: texts, each in one style.
struct ScreenLine: Equatable {
    /// A text in one style.
    struct Span: Equatable {
        let text: String
        let style: ScreenStyle
    }

    private(set) var spans: [Span] = []

    init(_ text: String = "", _ style: ScreenStyle = .plain) { append(text, style) }

    /// The text without styles.
    var text: String { spans.map(\.text).joined() }

    /// The cells that the line takes.
    var width: Int { spans.reduce(0) { $0 + DisplayWidth.of($1.text) } }

    /// Adds a text at the end.
    mutating func append(_ text: String, _ style: ScreenStyle = .plain) {
        if !text.isEmpty { spans.append(Span(text: text, style: style)) }
    }

    /// Adds a line at the end.
    mutating func append(_ line: ScreenLine) { spans += line.spans }

    /// The line, cut to a number of cells; what is cut is marked by `…`.
    func truncated(to cells: Int) -> ScreenLine {
        guard width > cells else { return self }
        var result = ScreenLine()
        var left = cells
        for span in spans where left > 0 {
            let text = DisplayWidth.truncate(span.text, to: left)
            result.append(text, span.style)
            left -= DisplayWidth.of(text)
            if text != span.text { return result }
        }
        // The cut fell between two spans.
        guard let last = result.spans.popLast() else { return result }
        result.append(DisplayWidth.truncate(last.text + "…", to: DisplayWidth.of(last.text)), last.style)
        return result
    }

    /// The line, cut or filled up to a number of cells.
    func fitted(to cells: Int) -> ScreenLine {
        var result = truncated(to: cells)
        result.append(String(repeating: " ", count: max(0, cells - result.width)))
        return result
    }
}
