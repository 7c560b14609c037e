/// A table: for a terminal in columns of equal width, the first to the left and the others to the right, or in Markdown.
public struct TextTable {
    private var rows: [[String]]

    /// Makes a table with a heading.
    public init(_ heading: [String]) { rows = [heading] }

    /// Adds a row.
    public mutating func add(_ row: [String]) { rows.append(row) }

    /// The lines of the table.
    public var text: String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            row.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + padding : padding + cell
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    /// The table in Markdown.
    public var markdown: String {
        var lines = rows.map { "| " + $0.joined(separator: " | ") + " |" }
        let columns = rows.first?.count ?? 0
        lines.insert("|---|" + String(repeating: "--:|", count: max(columns - 1, 0)), at: min(1, lines.count))
        return lines.joined(separator: "\n")
    }

    /// Whether there is nothing below the heading.
    public var isEmpty: Bool { rows.count < 2 }
}
