import Testing

@testable import PolystoreTerminal

@Suite struct TerminalTests {
    @Test(
        "colour needs a terminal that is not dumb and no wish against it",
        arguments: [
            (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": ""], true),
            (true, ["TERM": "dumb"], false),
        ] as [(Bool, [String: String], Bool)])
    func colour(isTerminal: Bool, environment: [String: String], expected: Bool) {
        let terminal = Terminal(.output, isTerminal: isTerminal, environment: environment)
        #expect(terminal.hasColour == expected)
        #expect(terminal.styled("x", .failure) == (expected ? "\u{1B}[1;31mx\u{1B}[0m" : "x"))
    }

    @Test("what is no terminal has no width")
    func width() {
        #expect(Terminal(.output, isTerminal: false, environment: [:]).columns == nil)
    }
}
