import Polystore
import Testing

@testable import Outliner

@Suite("Moving an item")
struct MovingTests {
    @Test("an item that was picked up follows the keys through all levels, and what it did is one change")
    func dragging() throws {
        let fixture = try OutlineFixture()
        try fixture.fill("a", "  b", "  c", "d", "e")
        try fixture.go(to: "e")
        fixture.press(.character("m"), .up)
        #expect(fixture.lines == ["a", "  b", "  c", "e", "d"])
        fixture.press(.up)
        #expect(fixture.lines == ["a", "  b", "  e", "  c", "d"])
        fixture.press(.up, .up)
        #expect(fixture.lines == ["e", "a", "  b", "  c", "d"])
        fixture.press(.up)
        #expect(fixture.editor.message?.text == "\(OutlineError.endOfOutline)")
        fixture.press(.down)
        #expect(fixture.lines == ["a", "  e", "  b", "  c", "d"])
        fixture.press(.down, .right, .enter)
        #expect(fixture.lines == ["a", "  b", "    e", "  c", "d"])
        #expect(fixture.current == "e")
        #expect(fixture.outline.undoManager.undoNames == ["Move"])
        fixture.press(.character("u"))
        #expect(fixture.lines == ["a", "  b", "  c", "d", "e"])
        #expect(!fixture.outline.undoManager.canUndo)
        fixture.press(.character("r"))
        #expect(fixture.lines == ["a", "  b", "    e", "  c", "d"])
    }

    @Test("escape puts an item back, and nothing is left of the move")
    func puttingBack() throws {
        let fixture = try OutlineFixture()
        try fixture.fill("a", "  b", "c")
        try fixture.go(to: "b")
        fixture.press(.character("m"), .left, .down)
        #expect(fixture.lines == ["a", "c", "b"])
        fixture.press(.escape)
        #expect(fixture.lines == ["a", "  b", "c"])
        #expect(!fixture.outline.undoManager.canUndo)
        #expect(fixture.outline.undoManager.groupingLevel == 0)
        fixture.press(.character("s"))
        #expect(fixture.editor.message?.text == "saved")
    }

    @Test("an item takes what is below it along and cannot go into it")
    func subtree() throws {
        let fixture = try OutlineFixture()
        try fixture.fill("a", "  b", "    c", "d", "  e")
        fixture.press(.character("m"), .down, .enter)
        #expect(fixture.lines == ["d", "  a", "    b", "      c", "  e"])
    }
}
