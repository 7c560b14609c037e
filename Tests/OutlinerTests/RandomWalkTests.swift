import Polystore
import PolystoreRandom
import Testing

@testable import Outliner

@Suite("Walks through the keys")
struct RandomWalkTests {
    /// What a walk presses: mostly what changes the tree.
    private static func press(_ fixture: OutlineFixture, _ source: inout RandomSource, _ number: Int) {
        switch source.below(16) {
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
        default: for _ in 0..<source.below(6) { fixture.press(source.pick([.up, .down])) }
        }
    }

    /// The whole tree with marks and tags, whatever the cursor is on.
    private static func tree(_ fixture: OutlineFixture) -> [String] {
        fixture.outline.rows.map(ScreenRenderer.plainLine)
    }

    @Test("whatever was done is taken back to the beginning and made again, and the list agrees with a fetch")
    func thereAndBack() throws {
        var source = RandomSource()
        for _ in 0..<12 {
            let fixture = try OutlineFixture()
            for number in 0..<60 { Self.press(fixture, &source, number) }
            #expect(fixture.editor.mode == .browsing)
            let end = Self.tree(fixture)
            var count = 0
            while fixture.outline.undoManager.canUndo, count < 1000 {
                fixture.press(.character("u"))
                try #require(fixture.editor.message?.isFailure == false, "\(fixture.editor.message?.text ?? "")")
                count += 1
            }
            #expect(Self.tree(fixture) == [])
            #expect(fixture.outline.list.sections == [])
            for _ in 0..<count { fixture.press(.character("r")) }
            #expect(Self.tree(fixture) == end)
            let tagged = try fixture.outline.context.fetch(
                FetchRequest(Item.self).where(Polystore.count(Item.tags) > 0).sorted(by: Item.isDone)
                    .sorted(by: Item.title))
            #expect(fixture.outline.list.sections.flatMap(\.items) == tagged.map(\.title))
            fixture.press(.character("s"))
            #expect(fixture.editor.message == EditorMessage(text: "saved", isFailure: false))
        }
    }
}
