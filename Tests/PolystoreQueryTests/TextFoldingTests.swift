import PolystoreRandom
import Testing

@testable import PolystoreQuery

@Suite("Text folding")
struct TextFoldingTests {
    static let all: [TextFolding] = [
        .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    ]

    /// Text of ASCII, letters with marks, scripts of every UTF-8 length, and sometimes bytes that are no UTF-8.
    static func randomBytes(valid: Bool, using source: inout RandomSource) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...12, using: &source) {
            switch Int.random(in: 0..<(valid ? 5 : 7), using: &source) {
            case 0, 1:
                for _ in 0..<Int.random(in: 1...20, using: &source) {
                    bytes.append(.random(in: 0...127, using: &source))
                }
            case 2: UTF8Unit.append(.random(in: 0x80...0x17f, using: &source), to: &bytes)
            case 3: UTF8Unit.append(.random(in: 0x300...0x3ff, using: &source), to: &bytes)
            case 4:
                let scalars: [ClosedRange<UInt32>] = [
                    0xac00...0xd7a3, 0x1e00...0x1fff, 0xf900...0xfaff, 0x10400...0x1047f,
                ]
                UTF8Unit.append(.random(in: scalars.randomElement(using: &source)!, using: &source), to: &bytes)
            default: bytes.append(.random(in: 0x80...0xff, using: &source))
            }
        }
        return bytes
    }

    @Test(
        "letters fold as Unicode says",
        arguments: [
            ("Straße", "strasse", "Straße", "strasse"),
            ("ÉCOLE", "école", "ECOLE", "ecole"),
            ("İstanbul", "i\u{307}stanbul", "Istanbul", "istanbul"),
            ("ΟΔΥΣΣΕΎΣ", "οδυσσεύσ", "ΟΔΥΣΣΕΥΣ", "οδυσσευσ"),
            ("e\u{301}\u{327}A", "e\u{301}\u{327}a", "eA", "ea"),
            ("ﬃ Øre", "ffi øre", "ﬃ Øre", "ffi øre"),
            (
                "한글", "한글", "\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}",
                "\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}"
            ),
            ("ᾼ", "αι", "Α", "α"),
            ("𐐀", "𐐨", "𐐀", "𐐨"),
            ("A\0B", "a\0b", "A\0B", "a\0b"),
            ("", "", "", ""),
        ])
    func examples(text: String, cases: String, marks: String, both: String) {
        #expect(Array(TextFolding.caseInsensitive.fold(text).utf8) == Array(cases.utf8))
        #expect(Array(TextFolding.diacriticInsensitive.fold(text).utf8) == Array(marks.utf8))
        #expect(Array(TextFolding([.caseInsensitive, .diacriticInsensitive]).fold(text).utf8) == Array(both.utf8))
    }

    @Test("nothing is folded without options, and nothing that is normalized")
    func identity() {
        #expect(TextFolding([]).fold("É") == "É")
        #expect(TextFolding([.normalized, .caseInsensitive]).fold("É") == "É")
        #expect(TextFolding.normalized.fold([0x41, 0xff]) == [0x41, 0xff])
    }

    @Test("bytes that are not UTF-8 stay, and what stands around them is folded")
    func invalidBytes() {
        #expect(TextFolding.caseInsensitive.fold([0x41, 0xc3, 0x42]) == [0x61, 0xc3, 0x62])
        #expect(TextFolding.caseInsensitive.fold([0xed, 0xa0, 0x80, 0x41]) == [0xed, 0xa0, 0x80, 0x61])
        #expect(
            TextFolding.diacriticInsensitive.fold([0xc0, 0x80, 0xf5, 0xe2, 0x82]) == [0xc0, 0x80, 0xf5, 0xe2, 0x82])
    }

    @Test("folding is scalar by scalar, changes nothing when done again and stays within its bound")
    func randomTexts() throws {
        var source = RandomSource()
        for round in 0..<6_000 {
            let bytes = Self.randomBytes(valid: round.isMultiple(of: 2), using: &source)
            for folding in Self.all {
                let folded = folding.fold(bytes)
                if round.isMultiple(of: 2) { try #require(folding.fold(folded) == folded, "\(bytes)") }
                try #require(folded.count <= TextFolding.maximumLength(ofFolded: bytes.count))
                var expected: [UInt8] = []
                try bytes.withUnsafeBytes { buffer in
                    var offset = 0
                    while offset < buffer.count {
                        let unit = UTF8Unit(at: offset, in: buffer)
                        expected += folding.fold(
                            UnsafeRawBufferPointer(rebasing: buffer[offset..<offset + unit.length]))
                        offset += unit.length
                    }
                    try #require(folding.withFolded(buffer) { Array($0) } == folded)
                }
                try #require(folded == expected, "\(bytes)")
            }
        }
    }

    @Test("units are the same from the front and from the back, and valid text has only scalars")
    func units() throws {
        var source = RandomSource()
        for round in 0..<6_000 {
            let bytes = Self.randomBytes(valid: round.isMultiple(of: 2), using: &source)
            try bytes.withUnsafeBytes { buffer in
                var forward: [Int] = []
                var offset = 0
                while offset < buffer.count {
                    let unit = UTF8Unit(at: offset, in: buffer)
                    if round.isMultiple(of: 2) { try #require(unit.scalar != UTF8Unit.invalid) }
                    forward.append(offset)
                    offset += unit.length
                }
                var backward: [Int] = []
                while offset > 0 {
                    offset -= UTF8Unit(endingAt: offset, in: buffer).length
                    backward.append(offset)
                }
                try #require(backward.reversed() == forward, "\(bytes)")
            }
            let replaced = String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
            if round.isMultiple(of: 2) { try #require(replaced) }
        }
    }
}
