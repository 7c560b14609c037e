import Testing

@testable import Outliner

@Suite("Keys from bytes")
struct KeyDecoderTests {
    private func keys(_ text: String) -> [Key] {
        var decoder = KeyDecoder()
        let keys = decoder.decode(text.utf8)
        #expect(!decoder.isWaiting)
        return keys
    }

    @Test("letters, controls and the sequences of cursor keys are told apart")
    func known() {
        #expect(keys("aé世😀") == [.character("a"), .character("é"), .character("世"), .character("😀")])
        #expect(
            keys("\r\n\t\u{7F}\u{08}\u{03}\u{1A}")
                == [.enter, .enter, .tab, .backspace, .backspace, .control("c"), .control("z")])
        #expect(keys("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D\u{1B}OA\u{1B}[Z") == [.up, .down, .right, .left, .up, .backTab])
        #expect(
            keys("\u{1B}[H\u{1B}[4~\u{1B}[3~\u{1B}[5~\u{1B}[6~\u{1B}[1;5A")
                == [.home, .end, .delete, .pageUp, .pageDown, .up])
    }

    @Test("a sequence or a character may come a byte at a time")
    func pieces() {
        var decoder = KeyDecoder()
        var keys: [Key] = []
        for byte in "\u{1B}[3~é😀\u{1B}[A".utf8 { keys += decoder.decode([byte]) }
        #expect(keys == [.delete, .character("é"), .character("😀"), .up])
        #expect(!decoder.isWaiting)
    }

    @Test("an escape that nothing follows is the escape key, and one before a letter as well")
    func escape() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.isWaiting)
        #expect(decoder.flush() == [.escape])
        #expect(decoder.flush() == [])
        #expect(decoder.decode([0x1B, UInt8(ascii: "q")]) == [.escape, .character("q")])
        #expect(decoder.decode([0x1B, 0x1B]) == [.escape])
        #expect(decoder.flush() == [.escape])
        #expect(decoder.decode("\u{1B}[1".utf8) == [])
        #expect(decoder.flush() == [.escape, .character("["), .character("1")])
    }

    @Test("bytes that mean nothing are dropped, and what follows them is not")
    func garbage() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0xFF, 0x80, 0xC3, UInt8(ascii: "a"), 0x00, 0x1C]) == [.character("a")])
        let invalid: [UInt8] = [0xE0, 0x80, 0x80, 0xED, 0xA0, 0x80, 0xC2, 0x9B]
        #expect(decoder.decode(invalid + [UInt8(ascii: "b")]) == [.character("b")])
        #expect(decoder.decode("\u{1B}[99~\u{1B}[M".utf8) == [])
        #expect(decoder.decode(Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 100)) == [])
        #expect(!decoder.isWaiting)
        #expect(decoder.decode([0xE4]) == [])
        #expect(decoder.flush() == [])
        #expect(decoder.decode([UInt8(ascii: "c")]) == [.character("c")])
    }

    @Test("no two commands share a key")
    func commands() {
        let keys = Command.allCases.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
        for command in Command.allCases { for key in command.keys { #expect(Command(key) == command) } }
        #expect(Command(.character("ß")) == nil)
    }
}
