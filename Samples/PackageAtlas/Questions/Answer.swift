import PolystoreTerminal

/// What a question found: a table, or sentences.
struct Answer {
    /// The lines of the answer, the same bytes for the same data.
    let lines: [String]

    /// Takes sentences.
    init(_ lines: [String]) {
        self.lines = lines
    }

    /// Lays a table out.
    init(_ columns: [TableColumn], _ rows: [[String]], note: String? = nil) {
        lines = TableWriter.lines(columns, rows) + (note.map { [$0] } ?? [])
    }

    /// Names separated by commas, over lines of at most 100 characters, after their number.
    static func list(_ names: [String]) -> Answer {
        var lines = ["\(names.count) found"]
        var line = ""
        for (index, name) in names.enumerated() {
            let piece = index + 1 < names.count ? name + ", " : name
            if line.count + piece.count > 100 {
                lines.append(line.hasSuffix(" ") ? String(line.dropLast()) : line)
                line = ""
            }
            line += piece
        }
        if !line.isEmpty { lines.append(line) }
        return Answer(lines)
    }

    /// A size as text.
    static func size(_ size: Int64?) -> String {
        size.map { String($0) } ?? "–"
    }
}
