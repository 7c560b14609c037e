/// Reads runs of ASCII digits and single characters from the front of a text.
struct DigitScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = Substring(text).utf8 }

    /// Whether everything was read.
    var isAtEnd: Bool { rest.isEmpty }

    /// Passes over a character; false when it does not stand here.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard character.isASCII, rest.first == UInt8(truncatingIfNeeded: character.value) else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads a number of exactly so many digits.
    mutating func number(digits: Int) -> Int? {
        let part = rest.prefix(digits)
        guard part.count == digits, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest.removeFirst(digits)
        return part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Reads digits behind a decimal point, at least one.
    mutating func fraction() -> Double? {
        let part = rest.prefix { (0x30...0x39).contains($0) }
        guard !part.isEmpty, part.count <= 32 else { return nil }
        rest.removeFirst(part.count)
        return Double("0." + String(decoding: part, as: UTF8.self))
    }
}
