import Foundation
import Polystore
import Testing

@testable import Outliner

/// An editor, and what a test asks of it.
struct OutlineFixture {
    let editor: OutlineEditor

    var outline: Outline { editor.outline }

    init() throws { try self.init(try PersistentContainer.inMemory(model: OutlineModel.classes)) }

    /// Works on stores that are open.
    init(_ container: PersistentContainer) throws { editor = OutlineEditor(try Outline(container), name: "test") }

    /// Presses keys.
    func press(_ keys: Key...) { for key in keys { editor.handle(key) } }

    /// Types characters.
    func type(_ text: String) { for character in text { editor.handle(.character(character)) } }

    /// Makes an outline of lines that are indented by two spaces a level, and leaves the cursor on the first.
    func fill(_ lines: String...) throws {
        var path: [Item] = [outline.root]
        for line in lines {
            let title = line.drop(while: { $0 == " " })
            let depth = (line.count - title.count) / 2
            path.removeSubrange((depth + 1)...)
            let item = try outline.context.insert(Item.self) { $0.title = String(title) }
            path[depth].children.append(item)
            path.append(item)
        }
        try outline.context.save()
        outline.undoManager.removeAll()
        try outline.refresh()
        outline.moveCursor(to: 0)
        try outline.refresh()
    }

    /// The lines that are shown, indented by two spaces a level.
    var lines: [String] { outline.rows.map { String(repeating: "  ", count: $0.depth) + $0.title } }

    /// The title under the cursor.
    var current: String? {
        outline.rows.indices.contains(outline.cursor) ? outline.rows[outline.cursor].title : nil
    }

    /// Puts the cursor on a title.
    func go(to title: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let place = try #require(outline.rows.firstIndex { $0.title == title }, sourceLocation: sourceLocation)
        outline.moveCursor(to: place)
        try outline.refresh()
    }

    /// The screen as lines of text.
    func screen(columns: Int = 100, lines: Int = 20) -> [String] {
        ScreenRenderer(layout: ScreenLayout(columns: columns, lines: lines)).render(editor.content).text
    }
}
