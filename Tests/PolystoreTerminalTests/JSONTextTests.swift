import Foundation
import Testing

@testable import PolystoreTerminal

@Suite struct JSONTextTests {
    @Test("a value is written on one line or indented, members in the order given")
    func layout() {
        let value = JSONText.object([("b", .integer(1)), ("a", .array([.null, .boolean(true)])), ("e", .array([]))])
        #expect(value.compact == #"{"b": 1, "a": [null, true], "e": []}"#)
        #expect(value.pretty == "{\n  \"b\": 1,\n  \"a\": [\n    null,\n    true\n  ],\n  \"e\": []\n}")
    }

    @Test(
        "every text comes back through a JSON parser",
        arguments: [
            "", "quote \" and \\", "line\nfeed\r\ttab", "\u{0}\u{1F}\u{7F}", "\u{2028}", "日本 👍", "/",
        ])
    func textRoundTrip(text: String) throws {
        let data = Data(JSONText.array([.string(text)]).compact.utf8)
        #expect(try JSONDecoder().decode([String].self, from: data) == [text])
    }

    @Test("numbers keep their digits and what is no number becomes a text")
    func numbers() {
        let value = JSONText.array([.integer(.max), .double(0.1), .number("1.10"), .double(.infinity), .double(.nan)])
        #expect(value.compact == #"[9223372036854775807, 0.1, 1.10, "Infinity", "NaN"]"#)
    }

    @Test("an array that is written element by element is valid, also without any")
    func arrayWriter() throws {
        var writer = JSONArrayWriter()
        let text = writer.add(.integer(1)) + writer.add(.integer(2)) + writer.finish()
        #expect(try JSONDecoder().decode([Int].self, from: Data(text.utf8)) == [1, 2])
        #expect(JSONArrayWriter().finish() == "[]\n")
    }
}
