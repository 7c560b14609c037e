import PolystoreRandom
import Testing

@testable import PolystoreQuery

@Suite("LIKE patterns")
struct LikePatternTests {
    @Test(
        "patterns match whole texts",
        arguments: [
            ("", "", true), ("", "a", false), ("*", "", true), ("*", "abc", true), ("**", "", true),
            ("a*", "abc", true), ("a*", "bac", false), ("*c", "abc", true), ("*c", "abcd", false),
            ("a*c", "ac", true), ("a*c", "abcbc", true), ("*b*", "abc", true), ("*b*", "ac", false),
            ("a?c", "abc", true), ("a?c", "ac", false), ("a?c", "aéc", true), ("a?c", "a😀c", true),
            ("?", "", false), ("??", "é", false), ("??", "e\u{301}", true), ("*?", "", false), ("?*", "😀", true),
            ("a*a", "a", false), ("ab*ba", "aba", false), ("*ab?d*", "xabcabcd", true),
            (#"\*"#, "*", true), (#"\*"#, "a", false), (#"\?"#, "?", true), (#"\?"#, "a", false),
            (#"\\"#, #"\"#, true), (#"a\"#, #"a\"#, true), (#"\a"#, "a", true), (#"*\**"#, "a*b", true),
            (#"*\**"#, "ab", false), ("a.c", "abc", false), ("A", "a", false), ("a\0?", "a\0b", true),
        ])
    func examples(pattern: String, text: String, matches: Bool) {
        #expect(LikePattern(pattern).matches(text) == matches)
    }

    @Test("literal parts are folded, special characters are not")
    func folding() {
        #expect(LikePattern("STRASS*", folding: .caseInsensitive).matches("Straße"))
        #expect(LikePattern("stra??e", folding: .caseInsensitive).matches("Straße"))
        #expect(LikePattern("É*", folding: .diacriticInsensitive).matches("Ecole"))
        #expect(!LikePattern("É*", folding: .diacriticInsensitive).matches("ecole"))
        // The mark after the backslash vanishes; the star after it keeps its meaning.
        #expect(LikePattern("a\\\u{301}*", folding: .diacriticInsensitive).matches("abc"))
    }

    /// The meaning of patterns, tried out in full.
    static func naive(_ pattern: ArraySlice<Unicode.Scalar>, _ text: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        switch first {
        case "*": return naive(rest, text) || (!text.isEmpty && naive(pattern, text.dropFirst()))
        case "?": return !text.isEmpty && naive(rest, text.dropFirst())
        case "\\":
            guard let literal = rest.first else { return text.count == 1 && text.first == "\\" }
            return text.first == literal && naive(rest.dropFirst(), text.dropFirst())
        default: return text.first == first && naive(rest, text.dropFirst())
        }
    }

    @Test("random patterns match what trying everything matches")
    func randomPatterns() throws {
        var source = RandomSource()
        let patternScalars: [Unicode.Scalar] = ["a", "b", "é", "😀", "*", "*", "?", "\\"]
        let textScalars: [Unicode.Scalar] = ["a", "a", "b", "é", "😀", "*", "\\"]
        for _ in 0..<20_000 {
            let pattern = (0..<Int.random(in: 0...7, using: &source)).map { _ in
                patternScalars.randomElement(using: &source)!
            }
            let text = (0..<Int.random(in: 0...9, using: &source)).map { _ in
                textScalars.randomElement(using: &source)!
            }
            func string(_ scalars: [Unicode.Scalar]) -> String {
                String(String.UnicodeScalarView(scalars))
            }
            try #require(
                LikePattern(string(pattern)).matches(string(text)) == Self.naive(pattern[...], text[...]),
                "\(string(pattern)) \(string(text))")
        }
    }

    @Test("a pattern of many stars takes no more steps than text times pattern")
    func manyStars() {
        let pattern = String(repeating: "*a", count: 50) + "*b"
        #expect(!LikePattern(pattern).matches(String(repeating: "a", count: 10_000)))
    }

    @Test("bytes that are not UTF-8 count one each and never trap")
    func invalidBytes() {
        var source = RandomSource()
        for _ in 0..<5_000 {
            let text = TextFoldingTests.randomBytes(valid: false, using: &source)
            let pattern = TextFoldingTests.randomBytes(valid: false, using: &source)
            let like = pattern.withUnsafeBytes { LikePattern($0) }
            _ = text.withUnsafeBytes { like.matches(folded: $0) }
        }
        #expect(([0xff, 0xfe] as [UInt8]).withUnsafeBytes { LikePattern("??").matches(folded: $0) })
    }
}
