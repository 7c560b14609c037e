import Testing

@testable import Outliner

@Suite("A line of text under keys")
struct LineEditorTests {
    private func line(_ text: String, _ keys: Key...) -> LineEditor {
        var line = LineEditor(text)
        for key in keys { _ = line.handle(key) }
        return line
    }

    @Test("keys insert, remove and move by characters as people count them")
    func keys() {
        #expect(line("ac", .left, .character("b")).text == "abc")
        #expect(line("e", .character("\u{301}")).text == "é")
        #expect(line("e", .character("\u{301}")).caret == 1)
        #expect(line("a👨‍👩‍👧", .backspace).text == "a")
        #expect(line("abc", .home, .delete, .end, .backspace).text == "b")
        #expect(line("abc", .home, .backspace, .left).text == "abc")
        #expect(line("abc", .right, .delete) == LineEditor("abc"))
        #expect(line("abc", .control("u")) == LineEditor())
        var other = LineEditor("abc")
        #expect(!other.handle(.enter) && !other.handle(.up) && !other.handle(.control("x")))
    }

    @Test("the part that is shown has the caret in it, by the cells that characters take")
    func window() {
        #expect(LineEditor("abc").window(10) == ("abc", 3))
        #expect(LineEditor("abcdef").window(4) == ("def", 3))
        #expect(line("abcdef", .home).window(4) == ("abcd", 0))
        #expect(LineEditor("世界世界").window(5) == ("世界", 4))
        #expect(line("世界", .left).window(3) == ("世", 2))
        #expect(LineEditor("a\u{1B}b").window(20) == ("a\\u{1B}b", 8))
        #expect(LineEditor("abc").window(0).text == "")
    }
}
