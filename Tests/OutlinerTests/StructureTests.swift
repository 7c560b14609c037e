import Polystore
import Testing

@testable import Outliner

@Suite("The tree of an outline")
struct StructureTests {
    @Test("a new item comes behind the one of the cursor, or last below it, and gets the cursor")
    func inserting() throws {
        let fixture = try OutlineFixture()
        fixture.press(.enter)
        fixture.type("one")
        fixture.press(.enter, .character("a"))
        fixture.type("inside")
        fixture.press(.enter, .character("o"))
        fixture.type("beside")
        fixture.press(.enter)
        #expect(fixture.lines == ["one", "  inside", "  beside"])
        #expect(fixture.current == "beside")
        #expect(fixture.outline.undoManager.undoNames == ["Insert", "Insert", "Insert"])
    }

    @Test("indenting puts an item below its sibling above, also a closed one, and outdenting behind its parent")
    func levels() throws {
        let fixture = try OutlineFixture()
        try fixture.fill("a", "  b", "c", "d")
        fixture.press(.left)
        #expect(fixture.lines == ["a", "c", "d"])
        try fixture.go(to: "c")
        fixture.press(.tab)
        #expect(fixture.lines == ["a", "  b", "  c", "d"])
        #expect(fixture.current == "c")
        try fixture.go(to: "b")
        fixture.press(.backTab)
        #expect(fixture.lines == ["a", "  c", "b", "d"])
        #expect(fixture.outline.undoManager.undoNames == ["Outdent", "Indent"])
    }

    @Test("what cannot be done is told and changes nothing")
    func refusals() throws {
        let fixture = try OutlineFixture()
        fixture.press(.character("d"))
        #expect(fixture.editor.message?.text == "\(OutlineError.nothingSelected)")
        try fixture.fill("a", "  b")
        let attempts: [(Key, OutlineError)] = [
            (.tab, .nothingAbove), (.backTab, .topLevel), (.character("u"), .nothingToUndo),
            (.character("r"), .nothingToRedo),
        ]
        for (key, error) in attempts {
            fixture.press(key)
            #expect(fixture.editor.message == EditorMessage(text: "\(error)", isFailure: true))
            #expect(fixture.lines == ["a", "  b"])
            #expect(!fixture.outline.undoManager.canUndo)
        }
    }

    @Test("deleting takes all that is below along, and undo brings it back with the cursor on it")
    func deleting() throws {
        let fixture = try OutlineFixture()
        try fixture.fill("a", "  b", "    c", "d")
        fixture.press(.character("d"))
        #expect(fixture.lines == ["d"])
        #expect(fixture.current == "d")
        fixture.press(.character("s"))
        #expect(try fixture.outline.context.count(FetchRequest(Item.self)) == 2)
        fixture.press(.character("u"))
        #expect(fixture.lines == ["a", "  b", "    c", "d"])
        #expect(fixture.current == "a")
        #expect(fixture.editor.message?.text == "undone: Delete")
        fixture.press(.character("r"))
        #expect(fixture.lines == ["d"])
    }

    @Test("folding hides and shows what is below, and is nothing to undo")
    func folding() throws {
        let fixture = try OutlineFixture()
        try fixture.fill("a", "  b", "c")
        try fixture.go(to: "b")
        fixture.press(.left)
        #expect(fixture.current == "a")
        fixture.press(.left)
        #expect(fixture.lines == ["a", "c"])
        #expect(!fixture.outline.undoManager.canUndo)
        #expect(fixture.outline.hasUnsavedChanges)
        fixture.press(.right, .right)
        #expect(fixture.lines == ["a", "  b", "c"])
        #expect(fixture.current == "b")
    }

    @Test("moving the cursor is no change of the outline")
    func cursor() throws {
        let fixture = try OutlineFixture()
        try fixture.fill("a", "b", "c")
        fixture.press(.down, .end, .up, .pageDown, .home)
        #expect(!fixture.outline.hasUnsavedChanges)
        #expect(!fixture.outline.undoManager.canUndo)
        fixture.press(.character("q"))
        #expect(fixture.editor.ending == .quit)
    }
}
