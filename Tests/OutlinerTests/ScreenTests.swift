import Polystore
import PolystoreTerminal
import Testing

@testable import Outliner

@Suite("The screen of an outline")
struct ScreenTests {
    private func filled() throws -> OutlineFixture {
        let fixture = try OutlineFixture()
        try fixture.fill("Shopping", "  Milk", "  世界", "Work")
        try fixture.go(to: "Milk")
        fixture.press(.character("t"))
        fixture.type("food")
        fixture.press(.enter)
        return fixture
    }

    @Test("it shows levels, folds, marks, tags, the cursor, the list beside, the state, a message and the keys")
    func wide() throws {
        let fixture = try filled()
        try fixture.go(to: "Work")
        fixture.press(.character("x"), .up)
        let screen = fixture.screen(columns: 80, lines: 12)
        #expect(screen.count == 12)
        #expect(screen[0] == "Outline of test")
        #expect(
            screen[1...4].map { $0.prefix(while: { $0 != "│" }).trimmingSuffix() } == [
                "  ▾ [ ] Shopping", "    • [ ] Milk #food", ">   • [ ] 世界", "  • [x] Work",
            ])
        #expect(screen[1].hasSuffix("│ Items with tags"))
        #expect(screen[2].hasSuffix("│ Open (1)"))
        #expect(screen[3].hasSuffix("│   Milk"))
        #expect(screen[8] == "undo Done · unsaved changes")
        #expect(screen[10].hasPrefix("↑↓ move  "))
        fixture.press(.character("u"))
        #expect(fixture.screen(columns: 80, lines: 12)[8] == "undo Tag · redo Done · unsaved changes")
        #expect(fixture.screen(columns: 80, lines: 12)[9] == "undone: Done")
    }

    @Test("on a narrow screen the list is below")
    func narrow() throws {
        let screen = try filled().screen(columns: 40, lines: 14)
        #expect(screen[1] == "  ▾ [ ] Shopping")
        #expect(screen[7...9] == ["Items with tags (1 in)", "Open (1)", "  Milk"])
    }

    @Test("no line is wider than the screen, nor are there more of them, whatever the size and the titles")
    func sizes() throws {
        let fixture = try filled()
        fixture.press(.character("a"))
        fixture.type(String(repeating: "長い題名👨‍👩‍👧 long ", count: 12))
        for isKept in [false, true] {
            if isKept { fixture.press(.enter) }
            for columns in [10, 11, 23, 40, 71, 72, 73, 100] {
                for lines in [6, 7, 10, 11, 12, 30] {
                    let layout = ScreenLayout(columns: columns, lines: lines)
                    let screen = ScreenRenderer(layout: layout).render(fixture.editor.content)
                    #expect(screen.lines.count == lines)
                    for line in screen.lines { #expect(line.width <= columns, "\(line.text)") }
                    if let caret = screen.caret { #expect(caret.cell < columns && caret.line < lines) }
                    #expect((screen.caret != nil) == !isKept)
                }
            }
        }
    }

    @Test("the outline scrolls so that the cursor is always seen")
    func scrolling() throws {
        let fixture = try OutlineFixture()
        for number in 0..<40 {
            fixture.press(.enter)
            fixture.type("item \(number)")
            fixture.press(.enter)
        }
        fixture.press(.home)
        for number in 0..<40 {
            #expect(fixture.screen(columns: 60, lines: 16).contains("> • [ ] item \(number)"))
            fixture.press(.down)
        }
    }

    @Test("control characters in a title are written out and cannot steer the terminal")
    func controls() throws {
        let fixture = try OutlineFixture()
        try fixture.fill("a\u{1B}[2Jb")
        let painted = ScreenRenderer(layout: ScreenLayout(columns: 80, lines: 12)).render(fixture.editor.content)
        #expect(painted.text[1].hasPrefix("> • [ ] a\\u{1B}[2Jb"))
    }

    @Test("a cut between two styles is marked as well")
    func cuts() {
        var line = ScreenLine("abc", .heading)
        line.append("def", .faint)
        #expect(line.truncated(to: 6) == line)
        #expect(line.truncated(to: 5).text == "abcd…")
        #expect(line.truncated(to: 3).text == "ab…")
        #expect(line.truncated(to: 0).text == "")
        #expect(line.fitted(to: 8).text == "abcdef  ")
    }

    @Test("a second picture repaints only the lines that changed, and without colour there are no styles")
    func painting() {
        var painter = ScreenPainter(hasColour: false)
        let first = Screen(lines: [ScreenLine("one", .heading), ScreenLine("two")])
        #expect(painter.paint(first) == "\u{1B}[?25l\u{1B}[2J\u{1B}[1;1Hone\u{1B}[K\u{1B}[2;1Htwo\u{1B}[K")
        let second = Screen(lines: [ScreenLine("one", .heading), ScreenLine("2")], caret: .init(line: 1, cell: 1))
        #expect(painter.paint(second) == "\u{1B}[?25l\u{1B}[2;1H2\u{1B}[K\u{1B}[2;2H\u{1B}[?25h")
        painter.forget()
        #expect(painter.paint(second).contains("one"))
        var coloured = ScreenPainter(hasColour: true)
        #expect(coloured.paint(first).contains("\u{1B}[1mone\u{1B}[0m"))
    }
}

extension Substring {
    /// The text without spaces at its end.
    fileprivate func trimmingSuffix() -> String {
        var text = self
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
