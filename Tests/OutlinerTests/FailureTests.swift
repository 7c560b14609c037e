import Polystore
import TestFolders
import Testing

@testable import Outliner

@Suite("What goes wrong while an outline is edited")
struct FailureTests {
    @Test("when the stores are gone every key is answered with the reason, and nothing traps")
    func closedStores() throws {
        let folder = try TemporaryFolder("outliner")
        let fixture = try OutlineFixture(try OutlineFolder(path: folder.path).open())
        try fixture.fill("a", "  b", "c")
        fixture.outline.context.refreshAllObjects()
        try fixture.outline.container.close()
        for command in Command.allCases {
            for key in command.keys {
                fixture.press(key)
                fixture.type("x")
                fixture.press(.enter, .escape)
                if fixture.editor.mode == .leaving { fixture.press(.escape) }
            }
        }
        fixture.press(.character("s"))
        #expect(fixture.editor.message?.isFailure == true)
        _ = fixture.screen()
    }

    @Test("an error is shown in one line")
    func oneLine() throws {
        struct Long: Error, CustomStringConvertible { let description = "first\n  second\n" }
        #expect(Explanation.of(Long()) == "first; second")
        #expect(Explanation.of(OutlineError.topLevel) == "\(OutlineError.topLevel)")
    }
}
