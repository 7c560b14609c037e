/// A place in the bytes of a text that moves forward and knows its line and column.
struct DocumentCursor {
    private let bytes: [UInt8]
    private(set) var index = 0
    private(set) var place = DocumentPlace(line: 1, column: 1)

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { index == bytes.count }

    /// The byte here; nil at the end.
    var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Whether the whole text ends with a line feed.
    var endsWithLineFeed: Bool { bytes.last == 0x0A }

    /// Whether the text goes on with a text.
    func isAt(_ text: StaticString) -> Bool {
        guard bytes.count - index >= text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { expected in
            expected.indices.allSatisfy { bytes[index + $0] == expected[$0] }
        }
    }

    /// Goes one byte on.
    mutating func advance() {
        let byte = bytes[index]
        index += 1
        if byte == 0x0A {
            place = DocumentPlace(line: place.line + 1, column: 1)
        } else if byte & 0xC0 != 0x80 {
            place.column += 1
        }
    }

    /// Goes behind a text if the text goes on with it.
    mutating func skip(_ text: StaticString) -> Bool {
        guard isAt(text) else { return false }
        for _ in 0..<text.utf8CodeUnitCount { advance() }
        return true
    }

    /// Goes behind white space; false if there is none.
    @discardableResult mutating func skipSpace() -> Bool {
        let start = index
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D { advance() }
        return index > start
    }

    /// The text from an earlier index up to here.
    func text(from start: Int) -> String { String(decoding: bytes[start..<index], as: UTF8.self) }

    /// The text up to a mark, and goes behind the mark; nil when the mark does not come any more.
    mutating func text(upTo mark: StaticString) -> String? {
        let start = index
        while !isAtEnd {
            if isAt(mark) {
                let result = text(from: start)
                _ = skip(mark)
                return result
            }
            advance()
        }
        return nil
    }
}
