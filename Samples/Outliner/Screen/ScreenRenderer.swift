import PolystoreTerminal

/// Makes a screen of what is to be shown.
///
/// Texts of the outline are shown with their control characters written out, and cut by
/// the cells that they take.
struct ScreenRenderer {
    let layout: ScreenLayout

    /// The screen; it has as many lines as the layout.
    func render(_ content: ScreenContent) -> Screen {
        var screen = Screen(lines: [ScreenLine("Outline of \(DisplayWidth.printable(content.name))", .heading)])
        let outline = outlineLines(content, &screen)
        let list = listLines(content)
        if layout.isListBeside {
            for (left, right) in zip(outline, list) {
                var line = left.fitted(to: layout.outlineColumns)
                line.append(" │ ", .faint)
                line.append(right)
                screen.lines.append(line)
            }
        } else {
            screen.lines += outline + list
        }
        screen.lines.append(ScreenLine(DisplayWidth.printable(content.state), .faint))
        screen.lines.append(messageLine(content, &screen))
        screen.lines += helpLines(content.help)
        screen.lines = screen.lines.map { $0.truncated(to: layout.columns) }
        return screen
    }

    private func outlineLines(_ content: ScreenContent, _ screen: inout Screen) -> [ScreenLine] {
        let first = layout.firstRow(of: content.rows.count, cursor: content.cursor)
        let shown = content.rows.indices.dropFirst(first).prefix(layout.outlineLines)
        var lines: [ScreenLine] = []
        for index in shown {
            let isCursor = index == content.cursor
            if isCursor, let title = content.title {
                let (line, cell) = editedLine(content.rows[index], title)
                // The title of the screen is above.
                screen.caret = Screen.Place(line: lines.count + 1, cell: cell)
                lines.append(line)
            } else {
                let style: ScreenStyle = isCursor ? content.isMoving ? .moving : .cursor : .plain
                let mark = isCursor ? content.isMoving ? "↕ " : "> " : "  "
                lines.append(rowLine(content.rows[index], mark: mark, style))
            }
        }
        if content.rows.isEmpty { lines.append(ScreenLine("  (empty)", .faint)) }
        return filled(lines, to: layout.outlineLines)
    }

    /// A row: cursor, level, fold, whether it is done, title, tags.
    private func rowLine(_ row: OutlineRow, mark: String, _ style: ScreenStyle) -> ScreenLine {
        var line = ScreenLine(mark)
        line.append(Self.lead(row))
        line.append(DisplayWidth.printable(row.title), style == .plain && row.isDone ? .faint : style)
        for tag in row.tags { line.append(" #" + DisplayWidth.printable(tag), .tag) }
        return line.truncated(to: layout.outlineColumns)
    }

    /// A row whose title is edited, and the cell of the caret.
    private func editedLine(_ row: OutlineRow, _ title: LineEditor) -> (ScreenLine, Int) {
        var line = ScreenLine("> " + Self.lead(row)).truncated(to: max(0, layout.outlineColumns - 8))
        let start = line.width
        let window = title.window(layout.outlineColumns - start)
        line.append(window.text)
        return (line, start + window.caret)
    }

    /// A row as text of any length, as it is printed without a screen.
    static func plainLine(_ row: OutlineRow) -> String {
        lead(row) + DisplayWidth.printable(row.title) + row.tags.map { " #" + DisplayWidth.printable($0) }.joined()
    }

    private static func lead(_ row: OutlineRow) -> String {
        let fold =
            switch row.fold {
            case .leaf: "•"
            case .open: "▾"
            case .closed: "▸"
            }
        return String(repeating: "  ", count: row.depth) + "\(fold) \(row.isDone ? "[x]" : "[ ]") "
    }

    private func listLines(_ content: ScreenContent) -> [ScreenLine] {
        guard layout.listLines > 0 else { return [] }
        var lines = [ScreenLine(DisplayWidth.printable(content.listTitle), .heading)]
        for section in content.sections {
            lines.append(ScreenLine("\(section.title) (\(section.items.count))", .faint))
            lines += section.items.map { ScreenLine("  " + DisplayWidth.printable($0)) }
        }
        return filled(lines.map { $0.truncated(to: layout.listColumns) }, to: layout.listLines)
    }

    private func messageLine(_ content: ScreenContent, _ screen: inout Screen) -> ScreenLine {
        guard let prompt = content.prompt else {
            let message = content.message.map { DisplayWidth.printable($0.text) } ?? ""
            return ScreenLine(message, content.message?.isFailure ?? false ? .failure : .plain)
        }
        // The names in a question are cut before the answer has no room.
        var line = ScreenLine(DisplayWidth.printable(prompt.title), .heading).truncated(to: layout.columns / 2)
        guard let answer = prompt.answer else { return line }
        let window = answer.window(layout.columns - line.width)
        screen.caret = Screen.Place(line: screen.lines.count, cell: line.width + window.caret)
        line.append(window.text)
        return line
    }

    /// The keys in two lines, as many of them as there is room for.
    private func helpLines(_ keys: [String]) -> [ScreenLine] {
        var lines = [""]
        for key in keys {
            let longer = lines[lines.count - 1].isEmpty ? key : lines[lines.count - 1] + "  " + key
            if DisplayWidth.of(longer) <= layout.columns {
                lines[lines.count - 1] = longer
            } else if lines.count < 2 {
                lines.append(key)
            } else {
                break
            }
        }
        return filled(lines.map { ScreenLine($0, .faint) }, to: 2)
    }

    private func filled(_ lines: [ScreenLine], to count: Int) -> [ScreenLine] {
        Array(lines.prefix(count)) + Array(repeating: ScreenLine(), count: max(0, count - lines.count))
    }
}
