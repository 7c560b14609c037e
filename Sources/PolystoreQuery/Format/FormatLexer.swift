import PolystoreModel

/// Splits predicate text into tokens.
struct FormatLexer {
    private let scalars: String.UnicodeScalarView
    private var index: String.UnicodeScalarView.Index
    private var offset = 0

    init(_ text: String) {
        scalars = text.unicodeScalars
        index = scalars.startIndex
    }

    /// All tokens, the end last.
    ///
    /// - Throws: `QueryError` with the offset of a character that begins no token, or of text without an end.
    static func tokens(of text: String) throws(QueryError) -> [FormatToken] {
        guard text.utf8.count <= FormatParser.maximumLength else {
            throw QueryError(.tooLong, [.limit: String(FormatParser.maximumLength)])
        }
        var lexer = FormatLexer(text)
        var tokens: [FormatToken] = []
        while true {
            let token = try lexer.next()
            tokens.append(token)
            if token.kind == .end { return tokens }
        }
    }

    private var current: Unicode.Scalar? { index < scalars.endIndex ? scalars[index] : nil }

    private mutating func advance() {
        offset += UTF8.width(scalars[index])
        index = scalars.index(after: index)
    }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard current == scalar else { return false }
        advance()
        return true
    }

    private mutating func next() throws(QueryError) -> FormatToken {
        while let scalar = current, scalar.properties.isWhitespace { advance() }
        let start = offset
        return FormatToken(kind: try kind(from: start), offset: start)
    }

    private mutating func kind(from start: Int) throws(QueryError) -> FormatToken.Kind {
        guard let scalar = current else { return .end }
        if FormatKeyword.isNameStart(scalar) { return .word(wordOrSelector()) }
        if FormatKeyword.isDigit(scalar) { return .number(try number(from: start)) }
        advance()
        switch scalar {
        case "\"", "'": return .string(try string(quote: scalar, from: start))
        case "`": return .name(try quotedName(from: start))
        case "#": return .name(try name(behind: "#", from: start))
        case "$": return .variable(try name(behind: "$", from: start))
        case "@": return .operation(try name(behind: "@", from: start))
        case "%": return .placeholder(try placeholder(from: start))
        case "=": return .symbol(skip("=") ? "==" : skip("<") ? "=<" : skip(">") ? "=>" : "=")
        case "!": return .symbol(skip("=") ? "!=" : "!")
        case "<": return .symbol(skip("=") ? "<=" : skip(">") ? "<>" : "<")
        case ">": return .symbol(skip("=") ? ">=" : ">")
        case "&": if skip("&") { return .symbol("&&") }
        case "|": if skip("|") { return .symbol("||") }
        case "*": return .symbol(skip("*") ? "**" : "*")
        case ":": if skip("=") { return .symbol(":=") }
        case "(", ")", "{", "}", "[", "]", ",", ".", "-", "+", "/": return .symbol(String(scalar))
        default: break
        }
        throw FormatParser.error("a name, a literal or an operator", at: start)
    }

    private mutating func word() -> String {
        var word = ""
        while let scalar = current, FormatKeyword.isNamePart(scalar) {
            word.unicodeScalars.append(scalar)
            advance()
        }
        return word
    }

    /// A word, or the name of a function with colons in it: `raise:toPower:`.
    private mutating func wordOrSelector() -> String {
        var text = word()
        while current == ":" {
            let (colon, colonOffset) = (index, offset)
            advance()
            if current == "=" {
                (index, offset) = (colon, colonOffset)
                break
            }
            text += ":" + word()
        }
        return text
    }

    /// `%@`, `%K`, or the letters of a printed number or text, of which the last is what matters: `%lld` is `d`.
    private mutating func placeholder(from start: Int) throws(QueryError) -> Character {
        while let scalar = current, "lhqztjL".unicodeScalars.contains(scalar) { advance() }
        guard let letter = current, let kind = FormatPlaceholder(letter) else {
            throw FormatParser.error("'%@', '%K' or a form such as '%d'", at: start)
        }
        advance()
        return kind.rawValue
    }

    private mutating func name(behind mark: String, from start: Int) throws(QueryError) -> String {
        guard let scalar = current, FormatKeyword.isNameStart(scalar) else {
            throw FormatParser.error("a name behind '\(mark)'", at: start)
        }
        return word()
    }

    /// Digits, a point with digits behind it, an exponent: as far as they follow each other.
    ///
    /// With `0x`, `0o` or `0b` before it, an integer to that base.
    private mutating func number(from start: Int) throws(QueryError) -> String {
        var text = digits()
        if text == "0", let letter = current, let base = FormatLexer.bases[letter] {
            advance()
            let digits = word()
            guard let number = UInt64(digits, radix: base) else {
                throw FormatParser.error("the digits of a number to the base \(base), of at most 64 bits", at: start)
            }
            return String(number)
        }
        let (whole, wholeOffset) = (index, offset)
        if skip(".") {
            let fraction = digits()
            if fraction.isEmpty { (index, offset) = (whole, wholeOffset) } else { text += "." + fraction }
        }
        let (mantissa, mantissaOffset) = (index, offset)
        if skip("e") || skip("E") {
            let sign = skip("-") ? "-" : skip("+") ? "" : ""
            let exponent = digits()
            if exponent.isEmpty {
                (index, offset) = (mantissa, mantissaOffset)
            } else {
                text += "e" + sign + exponent
            }
        }
        return text
    }

    private static let bases: [Unicode.Scalar: Int] = ["x": 16, "X": 16, "o": 8, "O": 8, "b": 2, "B": 2]

    private mutating func digits() -> String {
        var digits = ""
        while let scalar = current, FormatKeyword.isDigit(scalar) {
            digits.unicodeScalars.append(scalar)
            advance()
        }
        return digits
    }

    /// A name between back quotes, in which two stand for one.
    private mutating func quotedName(from start: Int) throws(QueryError) -> String {
        var name = ""
        while let scalar = current {
            advance()
            if scalar == "`", !skip("`") { return name }
            name.unicodeScalars.append(scalar)
        }
        throw FormatParser.error("'`' at the end of the name", at: start)
    }

    private mutating func string(quote: Unicode.Scalar, from start: Int) throws(QueryError) -> String {
        var text = ""
        while let scalar = current {
            let place = offset
            advance()
            if scalar == quote { return text }
            text.unicodeScalars.append(scalar == "\\" ? try escaped(from: place) : scalar)
        }
        throw FormatParser.error("'\(quote)' at the end of the text", at: start)
    }

    private mutating func escaped(from start: Int) throws(QueryError) -> Unicode.Scalar {
        guard let scalar = current else { throw FormatParser.error("a character behind '\\'", at: start) }
        advance()
        switch scalar {
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "0": return "\0"
        case "u":
            var digits = ""
            if skip("{") {
                while let digit = current, digit.properties.isASCIIHexDigit, digits.utf8.count < 8 {
                    digits.unicodeScalars.append(digit)
                    advance()
                }
                guard skip("}") else { throw FormatParser.error("'\\u{…}' with hexadecimal digits", at: start) }
            }
            guard let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number) else {
                throw FormatParser.error("the number of a Unicode scalar as '\\u{…}'", at: start)
            }
            return scalar
        default: return scalar
        }
    }
}
