import Polystore
import PolystoreRandom
import TestFolders
import Testing

@testable import Outliner

@Suite("Walks through the keys")
struct RandomWalkTests {
    /// What a walk presses: mostly what changes the tree.
    private static func press(_ fixture: OutlineFixture, _ source: inout RandomSource, _ number: Int) {
        switch source.below(20) {
        case 0...3:
            fixture.press(source.pick([.enter, .character("a")]))
            fixture.type("n\(number)")
            fixture.press(source.pick([.enter, .enter, .escape]))
        case 4: fixture.press(.tab)
        case 5: fixture.press(.backTab)
        case 6, 7:
            fixture.press(.character("m"))
            for _ in 0..<source.below(5) { fixture.press(source.pick([.up, .down, .left, .right])) }
            fixture.press(source.pick([.enter, .escape]))
        case 8: if source.chance(3) { fixture.press(.character("d")) }
        case 9: fixture.press(.character("x"))
        case 10, 11:
            fixture.press(.character(source.pick(["t", "t", "T"])))
            fixture.type(source.pick(["red", "blue"]))
            fixture.press(.enter)
        case 12: fixture.press(.character("s"))
        case 13: fixture.press(source.pick([.left, .right]))
        case 14: for _ in 0..<source.below(4) { fixture.press(.character("u")) }
        case 15: fixture.press(.character("r"))
        default: for _ in 0..<source.below(6) { fixture.press(source.pick([.up, .down])) }
        }
    }

    /// The whole tree with marks and tags, whatever is folded.
    private static func tree(_ outline: Outline) throws -> [String] {
        func lines(_ items: ToManyObjects<Item>, _ depth: Int) -> [String] {
            items.flatMap { item in
                [ScreenRenderer.plainLine(OutlineRow(item, depth: depth, isOpen: true))]
                    + lines(item.children, depth + 1)
            }
        }
        let result = lines(outline.root.children, 0)
        if let error = outline.context.takeAccessError() { throw error }
        return result
    }

    /// Walks, goes back to the beginning and forth to the end, and saves.
    private static func walk(_ fixture: OutlineFixture, _ source: inout RandomSource, keys: Int) throws -> [String] {
        for number in 0..<keys { press(fixture, &source, number) }
        // In an empty outline a key that picks up or answers begins an item: a walk may end while one is edited.
        fixture.press(.escape)
        #expect(fixture.editor.mode == .browsing)
        let outline = fixture.outline
        let end = try tree(outline)
        var count = 0
        while outline.undoManager.canUndo, count < 1000 {
            fixture.press(.character("u"))
            try #require(fixture.editor.message?.isFailure == false, "\(fixture.editor.message?.text ?? "")")
            count += 1
        }
        #expect(try tree(outline) == [])
        #expect(outline.list.sections == [])
        for _ in 0..<count { fixture.press(.character("r")) }
        #expect(try tree(outline) == end)
        let tagged = try outline.context.fetch(
            FetchRequest(Item.self).where(Polystore.count(Item.tags) > 0).sorted(by: Item.isDone).sorted(by: Item.title)
        )
        #expect(outline.list.sections.flatMap(\.items) == tagged.map(\.title))
        fixture.press(.character("s"))
        #expect(fixture.editor.message == EditorMessage(text: "saved", isFailure: false))
        return end
    }

    @Test("whatever was done is taken back to the beginning and made again, and the list agrees with a fetch")
    func thereAndBack() throws {
        var source = RandomSource()
        for _ in 0..<12 { _ = try Self.walk(try OutlineFixture(), &source, keys: 60) }
    }

    @Test("over SQLite, LMDB and memory it is the same, and the next start finds the tree as it was left")
    func overStores() throws {
        var source = RandomSource()
        for _ in 0..<3 {
            let folder = try TemporaryFolder("outliner")
            let container = try OutlineFolder(path: folder.path).open()
            let end = try Self.walk(try OutlineFixture(container), &source, keys: 60)
            try container.close()
            let again = try OutlineFolder(path: folder.path).open()
            let outline = try Outline(again)
            #expect(try Self.tree(outline) == end)
            #expect(!outline.hasUnsavedChanges)
            try again.close()
        }
    }
}
