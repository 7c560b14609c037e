/// How the screen is divided: a title, the outline with the list beside or below it, the state, a message and two lines of help.
struct ScreenLayout: Equatable {
    /// The narrowest screen that has room for two columns.
    private static let leastColumns = 72
    private static let linesAround = 5

    let columns: Int
    let lines: Int
    /// Cells and lines of the outline.
    let outlineColumns: Int
    let outlineLines: Int
    /// Cells and lines of the list; no lines where there is no room.
    let listColumns: Int
    let listLines: Int
    let isListBeside: Bool

    /// Divides a screen; one that is too small for anything counts as larger than it is, and is cut.
    init(columns: Int, lines: Int) {
        self.columns = max(columns, 10)
        self.lines = max(lines, Self.linesAround + 1)
        let body = self.lines - Self.linesAround
        isListBeside = self.columns >= Self.leastColumns
        if isListBeside {
            outlineColumns = self.columns * 3 / 5
            listColumns = self.columns - outlineColumns - 3
            (outlineLines, listLines) = (body, body)
        } else {
            (outlineColumns, listColumns) = (self.columns, self.columns)
            listLines = body >= 6 ? body / 3 : 0
            outlineLines = body - listLines
        }
    }

    /// The first of so many rows that is shown, so that the cursor is in the middle where that is possible.
    func firstRow(of count: Int, cursor: Int) -> Int { max(0, min(cursor - outlineLines / 2, count - outlineLines)) }
}
