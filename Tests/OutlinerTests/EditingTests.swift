import Polystore
import Testing

@testable import Outliner

@Suite("Editing a title")
struct EditingTests {
    @Test("what is typed is in the child context alone until it is kept, and then one change")
    func keeping() throws {
        let fixture = try OutlineFixture()
        try fixture.fill("a", "b")
        fixture.press(.character("e"))
        fixture.type("bc")
        #expect(fixture.lines == ["abc", "b"])
        #expect(try fixture.outline.selectedItem().title == "a")
        #expect(!fixture.outline.hasUnsavedChanges)
        fixture.press(.enter)
        #expect(try fixture.outline.selectedItem().title == "abc")
        #expect(fixture.outline.undoManager.undoNames == ["Edit Title"])
        fixture.press(.character("u"))
        #expect(fixture.lines == ["a", "b"])
        fixture.press(.character("r"))
        #expect(fixture.lines == ["abc", "b"])
    }

    @Test(
        "escape leaves nothing of an edit, nor of a new item",
        arguments: [Key.character("e"), .enter, .character("a")])
    func givingUp(begin: Key) throws {
        let fixture = try OutlineFixture()
        try fixture.fill("a", "  b")
        fixture.press(begin)
        fixture.type("xyz")
        fixture.press(.escape)
        #expect(fixture.lines == ["a", "  b"])
        #expect(fixture.current == "a")
        #expect(!fixture.outline.hasUnsavedChanges)
        #expect(!fixture.outline.undoManager.canUndo)
    }

    @Test("an empty title is refused by the model, and the edit goes on")
    func emptyTitle() throws {
        let fixture = try OutlineFixture()
        try fixture.fill("a")
        for begin in [Key.character("e"), .character("o")] {
            fixture.press(begin, .control("u"), .enter)
            #expect(fixture.editor.message == EditorMessage(text: "a title cannot be empty", isFailure: true))
            #expect(fixture.editor.mode == .editing)
            #expect(!fixture.outline.undoManager.canUndo)
            fixture.press(.escape)
            #expect(fixture.lines == ["a"])
        }
    }

    @Test("keeping a title that was not changed is no change")
    func unchanged() throws {
        let fixture = try OutlineFixture()
        try fixture.fill("a")
        fixture.press(.character("e"), .enter)
        #expect(!fixture.outline.undoManager.canUndo)
        #expect(fixture.editor.mode == .browsing)
    }

    @Test("within an edit, typing is taken back by words, and the outline's own changes are not")
    func typing() throws {
        let fixture = try OutlineFixture()
        try fixture.fill("a")
        fixture.press(.character("x"), .character("e"))
        fixture.type(" big cat")
        fixture.press(.control("z"))
        #expect(fixture.lines == ["a big "])
        fixture.press(.control("z"), .control("z"))
        #expect(fixture.lines == ["a"])
        fixture.press(.control("z"))
        #expect(fixture.editor.message?.text == "\(OutlineError.nothingToUndo)")
        fixture.press(.escape)
        #expect(fixture.outline.undoManager.undoNames == ["Done"])
    }

    @Test("a new item under a filter has its tag, so that it stays in sight")
    func filtered() throws {
        let fixture = try OutlineFixture()
        try fixture.fill("a", "b")
        fixture.press(.character("t"))
        fixture.type("home")
        fixture.press(.enter, .character("f"))
        fixture.type("home")
        fixture.press(.enter, .enter)
        fixture.type("c")
        fixture.press(.enter)
        #expect(fixture.lines == ["a", "c"])
        #expect(fixture.outline.rows.map(\.tags) == [["home"], ["home"]])
    }
}
