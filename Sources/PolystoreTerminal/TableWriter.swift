/// A text table with aligned columns that is written while its rows arrive.
///
/// The first rows are held back to measure the columns; then the widths are fixed and every further row is formatted
/// at once, so a table of any length takes bounded memory. On a terminal lines are cut to its width; elsewhere a cell
/// that is longer than its column is written in full and pushes the rest of its line to the right.
package struct TableWriter {
    private let columns: [TableColumn]
    private let terminal: Terminal?
    private let sampleSize: Int
    private var held: [[String]] = []
    private var widths: [Int]?

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - columns: The columns from left to right.
    ///   - terminal: Where the table is shown: its width cuts lines, its colour sets off the titles. Nil for neither.
    ///   - sampleSize: How many rows are held back to find the widths.
    package init(_ columns: [TableColumn], for terminal: Terminal? = nil, sampleSize: Int = 256) {
        self.columns = columns
        self.terminal = terminal
        self.sampleSize = sampleSize
    }

    /// Takes a row; missing cells are empty, and surplus ones are dropped.
    ///
    /// - Returns: The lines that can be shown now, none while the columns are being measured.
    package mutating func add(_ row: [String]) -> [String] {
        let cells = columns.indices.map { $0 < row.count ? DisplayWidth.printable(row[$0]) : "" }
        if let widths { return [line(cells, widths)] }
        held.append(cells)
        return held.count >= sampleSize ? release() : []
    }

    /// Ends the table.
    ///
    /// - Returns: The lines that are still due: of a short table, all of them.
    package mutating func finish() -> [String] {
        widths == nil ? release() : []
    }

    /// All lines of a table whose rows are at hand.
    package static func lines(
        _ columns: [TableColumn], _ rows: [[String]], for terminal: Terminal? = nil
    ) -> [String] {
        var table = TableWriter(columns, for: terminal, sampleSize: rows.count + 1)
        for row in rows { _ = table.add(row) }
        return table.finish()
    }

    private mutating func release() -> [String] {
        var measured = columns.map { DisplayWidth.of($0.title) }
        for row in held {
            for (index, cell) in row.enumerated() { measured[index] = max(measured[index], DisplayWidth.of(cell)) }
        }
        if let limit = terminal?.columns { measured = Self.fit(measured, into: limit) }
        let titles = line(columns.map(\.title), measured)
        let rule = cut(measured.map { String(repeating: "─", count: $0) }.joined(separator: "  "))
        var lines = [terminal?.styled(titles, .heading) ?? titles, terminal?.styled(rule, .faint) ?? rule]
        lines += held.map { line($0, measured) }
        held = []
        widths = measured
        return lines
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        var result = ""
        let cuts = terminal?.columns != nil
        for (index, cell) in cells.enumerated() {
            if index > 0 { result += "  " }
            let text = cuts ? DisplayWidth.truncate(cell, to: widths[index]) : cell
            let padding = String(repeating: " ", count: max(0, widths[index] - DisplayWidth.of(text)))
            switch columns[index].alignment {
            case .leading: result += index == cells.count - 1 ? text : text + padding
            case .trailing: result += padding + text
            }
        }
        return cut(result)
    }

    /// A line that no width of columns could make fit ends where the terminal does.
    private func cut(_ line: String) -> String {
        terminal?.columns.map { DisplayWidth.truncate(line, to: $0) } ?? line
    }

    /// Narrows the widest columns, one cell at a time, until the line fits or every column is at its minimum.
    private static func fit(_ widths: [Int], into limit: Int) -> [Int] {
        let minimum = 4
        var widths = widths
        var surplus = widths.reduce(0, +) + 2 * (widths.count - 1) - limit
        while surplus > 0 {
            guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > minimum else {
                break
            }
            // Down to the second widest in one step, so the work depends on the columns and not on their widths.
            let second = widths.indices.filter { $0 != widest }.map { widths[$0] }.max() ?? minimum
            let step = min(surplus, max(1, widths[widest] - max(second, minimum)))
            widths[widest] -= step
            surplus -= step
        }
        return widths
    }
}
