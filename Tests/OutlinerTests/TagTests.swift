import Polystore
import Testing

@testable import Outliner

@Suite("Tags, filter and list")
struct TagTests {
    private func tag(_ fixture: OutlineFixture, _ title: String, _ name: String, key: Character = "t") throws {
        try fixture.go(to: title)
        fixture.press(.character(key))
        fixture.type(name)
        fixture.press(.enter)
    }

    @Test("the list has the items with tags, open ones first, and follows every command, undo and redo")
    func list() throws {
        let fixture = try OutlineFixture()
        try fixture.fill("b", "  a", "c")
        #expect(fixture.outline.list.sections == [])
        try tag(fixture, "b", "home")
        try tag(fixture, "a", "#home")
        #expect(fixture.outline.list.sections == [ListSection(title: "Open", items: ["a", "b"])])
        #expect(fixture.outline.list.changes.inserted == 1)
        fixture.press(.character("x"))
        let done = [ListSection(title: "Open", items: ["b"]), ListSection(title: "Done", items: ["a"])]
        #expect(fixture.outline.list.sections == done)
        fixture.press(.character("u"), .character("u"))
        #expect(fixture.outline.list.sections == [ListSection(title: "Open", items: ["b"])])
        fixture.press(.character("r"), .character("r"))
        #expect(fixture.outline.list.sections == done)
        fixture.press(.character("s"))
        try fixture.go(to: "b")
        fixture.press(.character("d"))
        #expect(fixture.outline.list.sections == [])
        #expect(fixture.outline.list.changes.deleted == 2)
        fixture.press(.character("u"))
        #expect(fixture.outline.list.sections == done)
    }

    @Test("the list shows a title when its edit is kept, not while it is typed")
    func listDuringEdit() throws {
        let fixture = try OutlineFixture()
        try fixture.fill("a")
        try tag(fixture, "a", "home")
        fixture.press(.character("e"))
        fixture.type("z")
        #expect(fixture.outline.list.sections == [ListSection(title: "Open", items: ["a"])])
        fixture.press(.enter)
        #expect(fixture.outline.list.sections == [ListSection(title: "Open", items: ["az"])])
    }

    @Test("a filter leaves the items with a tag and what they are below, whatever is folded, and restricts the list")
    func filter() throws {
        let fixture = try OutlineFixture()
        try fixture.fill("a", "  b", "    c", "d", "e")
        try tag(fixture, "c", "home")
        try tag(fixture, "d", "work")
        try fixture.go(to: "a")
        fixture.press(.left)
        try tag(fixture, "d", "home", key: "f")
        #expect(fixture.lines == ["a", "  b", "    c"])
        #expect(fixture.outline.list.sections == [ListSection(title: "Open", items: ["c"])])
        fixture.press(.character("f"), .enter)
        #expect(fixture.lines == ["a", "d", "e"])
        #expect(fixture.outline.list.sections == [ListSection(title: "Open", items: ["c", "d"])])
    }

    @Test("a tag that no item has any more goes, with the filter by it, and undo brings it back")
    func untagging() throws {
        let fixture = try OutlineFixture()
        try fixture.fill("a", "b")
        try tag(fixture, "a", "home")
        fixture.press(.character("s"))
        try tag(fixture, "a", "home", key: "f")
        #expect(fixture.lines == ["a"])
        try tag(fixture, "a", "home", key: "T")
        #expect(fixture.lines == ["a", "b"])
        #expect(try fixture.outline.tags() == [])
        fixture.press(.character("s"), .character("u"))
        #expect(fixture.outline.rows.map(\.tags) == [["home"], []])
        #expect(try fixture.outline.tags().map(\.name) == ["home"])
        fixture.press(.character("s"))
        #expect(fixture.editor.message?.text == "saved")
    }

    @Test("what is no tag's name is refused with its reason")
    func refusals() throws {
        let fixture = try OutlineFixture()
        try fixture.fill("a")
        let attempts: [(Character, String, OutlineError)] = [
            ("t", "", .invalidTag("")), ("t", "#", .invalidTag("")), ("t", "two words", .invalidTag("two words")),
            ("T", "home", .notTagged("home")), ("f", "home", .unknownTag("home")),
        ]
        for (key, name, error) in attempts {
            try tag(fixture, "a", name, key: key)
            #expect(fixture.editor.message == EditorMessage(text: "\(error)", isFailure: true))
            #expect(fixture.editor.mode == .browsing)
        }
        #expect(try fixture.outline.tags() == [])
    }
}
