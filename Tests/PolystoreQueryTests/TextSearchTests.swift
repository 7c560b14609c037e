import PolystoreRandom
import Testing

@testable import PolystoreQuery

@Suite("Text search")
struct TextSearchTests {
    static func with<Result>(
        _ one: [UInt8], _ other: [UInt8], _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Result
    ) -> Result {
        one.withUnsafeBytes { one in other.withUnsafeBytes { body(one, $0) } }
    }

    static func naiveOffset(of sought: [UInt8], in text: [UInt8]) -> Int? {
        guard sought.count <= text.count else { return nil }
        return (0...(text.count - sought.count)).first { text[$0...].starts(with: sought) }
    }

    @Test("a text is found where comparing at every place finds it")
    func randomTexts() throws {
        var source = RandomSource()
        for _ in 0..<20_000 {
            // Few letters, so that partial matches are common.
            let letters = UInt8.random(in: 1...3, using: &source)
            let text = (0..<Int.random(in: 0...60, using: &source)).map { _ in
                UInt8.random(in: 0x7f...0x7f + letters, using: &source)
            }
            let sought: [UInt8]
            if Bool.random(using: &source), !text.isEmpty {
                let start = Int.random(in: 0..<text.count, using: &source)
                sought = Array(text[start..<Int.random(in: start...text.count, using: &source)])
            } else {
                sought = (0..<Int.random(in: 0...12, using: &source)).map { _ in
                    UInt8.random(in: 0x7f...0x7f + letters, using: &source)
                }
            }
            let expected = Self.naiveOffset(of: sought, in: text)
            try #require(Self.with(text, sought) { TextSearch.firstOffset(of: $1, in: $0, from: 0) } == expected)
            try #require(Self.with(text, sought) { TextSearch.contains($0, $1) } == (expected != nil))
            try #require(Self.with(text, sought) { TextSearch.hasPrefix($0, $1) } == text.starts(with: sought))
            try #require(
                Self.with(text, sought) { TextSearch.hasSuffix($0, $1) }
                    == text.reversed().starts(with: sought.reversed()))
            try #require(Self.with(text, sought) { TextSearch.equals($0, $1) } == (text == sought))
            let order = text == sought ? 0 : text.lexicographicallyPrecedes(sought) ? -1 : 1
            try #require(Self.with(text, sought) { TextSearch.order($0, $1) } == order)
        }
    }

    @Test("a text made to defeat the search is searched by the table, with the right answer")
    func hardTexts() {
        let run = [UInt8](repeating: 0x61, count: 20_000)
        let sought = [UInt8](repeating: 0x61, count: 5_000) + [0x62]
        #expect(Self.with(run, sought) { TextSearch.firstOffset(of: $1, in: $0, from: 0) } == nil)
        #expect(Self.with(run + [0x62], sought) { TextSearch.firstOffset(of: $1, in: $0, from: 0) } == 15_000)
        let period = Array(repeating: [0x61, 0x61, 0x62] as [UInt8], count: 3_000).flatMap { $0 }
        let other = Array(period[..<3_000]) + [0x63]
        #expect(Self.with(period + other, other) { TextSearch.firstOffset(of: $1, in: $0, from: 0) } == 9_000)
    }

    @Test("zero bytes are bytes like others")
    func zeroBytes() {
        #expect(Self.with([1, 0, 2, 0, 3], [0, 3]) { TextSearch.contains($0, $1) })
        #expect(!Self.with([1, 0], [1, 0, 0]) { TextSearch.contains($0, $1) })
    }
}
