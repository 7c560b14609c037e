/// Finds the second place of a key that stands twice in one mapping whose keys begin lines.
struct RepeatedKey {
    /// Where the key stands again; nil when that cannot be told from the lines.
    let place: TextPlace?

    init(key: String, first: TextPlace, in text: String) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var line = first.line
        while line < lines.count {
            let rest = lines[line].drop { $0 == " " }
            let column = lines[line].count - rest.count + 1
            line += 1
            // Empty lines and comments say nothing about the mapping; a line further left ends it.
            if rest.isEmpty || rest.first == "#" { continue }
            if column < first.column { break }
            if column == first.column, Self.begins(rest, with: key) {
                place = TextPlace(line: line, column: column)
                return
            }
        }
        place = nil
    }

    private static func begins(_ line: Substring, with key: String) -> Bool {
        [key, "\"\(key)\"", "'\(key)'"].contains { spelling in
            line.hasPrefix(spelling) && line.dropFirst(spelling.count).drop { $0 == " " }.first == ":"
        }
    }
}
