import Foundation
import TestFolders
import Testing

@testable import Outliner

/// The built program, as a user at a terminal uses it.
@Suite("The outliner at a terminal", .serialized)
struct TerminalTests {
    /// The lines of the outline that are on the screen, without the list beside.
    private static func outline(_ lines: [String]) -> [String] {
        let states = ["undo ", "nothing to undo", "moving"]
        let above = lines.dropFirst().prefix { line in !states.contains { line.hasPrefix($0) } }
        return above.compactMap { line in
            var text = line.prefix { $0 != "│" }
            while text.last == " " { text.removeLast() }
            return text.isEmpty ? nil : String(text)
        }
    }

    private static func expect(_ wanted: [String], in program: TerminalProgram) throws {
        try program.wait(for: "\(wanted)") { outline($0) == wanted }
    }

    /// What the program prints about a folder.
    private static func printed(_ folder: String) throws -> String {
        let program = try TerminalProgram(folder, "--print")
        #expect(try program.end() == 0)
        return program.screen.outside.replacing("\r\n", with: "\n")
    }

    @Test(
        "inserting, nesting, giving up, moving, undoing, redoing, tagging and saving lead to the same tree at the next start"
    )
    func session() throws {
        let folder = try TemporaryFolder("outliner")
        let path = folder.path("notes")
        let program = try TerminalProgram(path)
        try program.wait(for: "(empty)")
        try program.type("\rShopping\r")
        try Self.expect(["> • [ ] Shopping"], in: program)
        try program.type("aMilk\ro")
        try program.type("Brot für 世界\r")
        try program.wait(for: "undo Insert · unsaved changes")
        try Self.expect(["  ▾ [ ] Shopping", "    • [ ] Milk", ">   • [ ] Brot für 世界"], in: program)

        try program.type("e and more")
        try Self.expect(["  ▾ [ ] Shopping", "    • [ ] Milk", ">   • [ ] Brot für 世界 and more"], in: program)
        try program.type("\u{1B}")
        try Self.expect(["  ▾ [ ] Shopping", "    • [ ] Milk", ">   • [ ] Brot für 世界"], in: program)

        try program.type("m\u{1B}[A")
        try Self.expect(["  ▾ [ ] Shopping", "↕   • [ ] Brot für 世界", "    • [ ] Milk"], in: program)
        try program.type("\r")
        try program.wait(for: "undo Move · unsaved changes")
        try program.type("u")
        try program.wait(for: "undo Insert · redo Move")
        try Self.expect(["  ▾ [ ] Shopping", "    • [ ] Milk", ">   • [ ] Brot für 世界"], in: program)
        try program.type("r")
        try program.wait(for: "undo Move · unsaved changes")

        try program.type("tfood\r")
        try program.wait(for: "│ Open (1)")
        try program.wait(for: "│   Brot für 世界")
        let tree = ["  ▾ [ ] Shopping", ">   • [ ] Brot für 世界 #food", "    • [ ] Milk"]
        try Self.expect(tree, in: program)
        try program.type("s")
        try program.wait(for: "undo Tag · all saved")
        try program.type("q")
        #expect(try program.end() == 0)
        #expect(!program.screen.isOnOtherScreen)
        #expect(program.isCooked)

        #expect(try Self.printed(path) == "▾ [ ] Shopping\n  • [ ] Brot für 世界 #food\n  • [ ] Milk\n")
        let again = try TerminalProgram(path)
        try again.wait(for: "nothing to undo · all saved")
        try Self.expect(["> ▾ [ ] Shopping", "    • [ ] Brot für 世界 #food", "    • [ ] Milk"], in: again)
        try again.wait(for: "│   Brot für 世界")
        try again.type("q")
        #expect(try again.end() == 0)
    }

    @Test("leaving with unsaved changes asks, and what is not saved is not there at the next start")
    func leaving() throws {
        let folder = try TemporaryFolder("outliner")
        let program = try TerminalProgram(folder.path)
        try program.wait(for: "(empty)")
        try program.type("\rkept\rsolost\rq")
        try program.wait(for: "there are unsaved changes")
        try program.type("\u{1B}")
        try program.wait(for: "↑↓ move")
        try program.type("qq")
        #expect(try program.end() == 0)
        #expect(try Self.printed(folder.path) == "• [ ] kept\n")
    }

    @Test(
        "a signal, or the interrupt key, ends the program with the terminal as it was",
        arguments: [SIGINT, SIGTERM, 0])
    func interruption(number: Int32) throws {
        let folder = try TemporaryFolder("outliner")
        let program = try TerminalProgram(folder.path)
        try program.wait(for: "(empty)")
        #expect(!program.isCooked)
        if number == 0 { try program.type("\u{3}") } else { program.signal(number) }
        #expect(try program.end() == ExitStatus.interrupted.rawValue)
        #expect(program.isCooked)
        #expect(!program.screen.isOnOtherScreen)
        #expect(try Self.printed(folder.path) == "")
    }

    @Test("the screen follows the size of the terminal")
    func resizing() throws {
        let folder = try TemporaryFolder("outliner")
        let program = try TerminalProgram(folder.path)
        try program.wait(for: "│ Items with tags")
        program.resize(columns: 40, lines: 14)
        try program.wait(for: "a narrow screen") { $0[7] == "Items with tags" && !$0.joined().contains("│") }
        try program.type("q")
        #expect(try program.end() == 0)
    }

    @Test("a start that fails says why on the screen as it is, and leaves the terminal alone")
    func failedStart() throws {
        let folder = try TemporaryFolder("outliner")
        try Data("no database".utf8).write(to: folder.url("items.sqlite"))
        let program = try TerminalProgram(folder.path)
        #expect(try program.end() == ExitStatus.badInput.rawValue)
        #expect(program.screen.outside.contains("outliner.json:5:"))
        #expect(program.screen.outside.contains("error: items: "))
        #expect(program.isCooked)
    }
}
