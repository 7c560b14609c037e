/// Finds the second place of a key that stands twice in one mapping whose keys begin lines.
struct RepeatedKey {
    /// Where the key stands again.
    let place: TextPlace
    /// The key as it is written there, with its quotes.
    let range: Range<String.Index>

    /// Looks for a key below its first place; nil when that cannot be told from the lines.
    init?(key: String, first: TextPlace, in text: String) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var line = first.line
        while line < lines.count {
            let rest = lines[line].drop { $0 == " " }
            let column = lines[line].count - rest.count + 1
            line += 1
            // Empty lines and comments say nothing about the mapping; a line further left ends it.
            if rest.isEmpty || rest.first == "#" { continue }
            if column < first.column { break }
            if column == first.column, let end = Self.end(of: key, at: rest) {
                place = TextPlace(line: line, column: column)
                range = rest.startIndex..<end
                return
            }
        }
        return nil
    }

    private static func end(of key: String, at line: Substring) -> String.Index? {
        for spelling in [key, "\"\(key)\"", "'\(key)'"] where line.hasPrefix(spelling) {
            let rest = line.dropFirst(spelling.count)
            if rest.drop(while: { $0 == " " }).first == ":" { return rest.startIndex }
        }
        return nil
    }
}
