import Testing

@testable import PolystoreTerminal

@Suite struct DisplayWidthTests {
    @Test(
        "cells are counted by what a terminal shows",
        arguments: [
            ("", 0), ("plain", 5), ("Straße", 6), ("e\u{301}", 1), ("日本語", 6), ("ｆ", 2), ("👍", 2), ("👩‍👩‍👧", 2), ("❤️", 2),
            ("\u{200B}", 0), ("한글", 4),
        ])
    func cells(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(
        "a cut text fits and ends in an ellipsis",
        arguments: [
            ("package", 7, "package"), ("package", 6, "packa…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("abc", 1, "…"),
            ("abc", 0, ""),
        ])
    func cutting(text: String, cells: Int, expected: String) {
        let result = DisplayWidth.truncate(text, to: cells)
        #expect(result == expected)
        #expect(DisplayWidth.of(result) <= cells)
    }

    @Test("control characters and direction overrides are written out")
    func printable() {
        #expect(DisplayWidth.printable("a\nb\tc\u{1B}[2J\u{202E}x\u{0}") == #"a\nb\tc\u{1B}[2J\u{202E}x\u{0}"#)
        #expect(DisplayWidth.printable("Größe 日本") == "Größe 日本")
    }
}
