/// One token of predicate text and where it begins.
struct FormatToken: Equatable {
    enum Kind: Equatable {
        /// A name or a keyword.
        case word(String)
        /// A name that is no keyword, because it was written as `#name` or between back quotes.
        case name(String)
        case string(String)
        /// The digits of a number, without sign.
        case number(String)
        /// `$name`
        case variable(String)
        /// `@name`
        case operation(String)
        /// `%@`, `%K`, or the letter of a printed form.
        case placeholder(Character)
        case symbol(String)
        case end
    }

    var kind: Kind
    /// The place in UTF-8 bytes from the start.
    var offset: Int

    /// The kind of token for messages, never with the content of a literal.
    var name: String {
        switch kind {
        case .word(let word), .name(let word): "'\(word)'"
        case .string: "text"
        case .number: "a number"
        case .variable(let name): "'$\(name)'"
        case .operation(let name): "'@\(name)'"
        case .placeholder(let letter): "'%\(letter)'"
        case .symbol(let symbol): "'\(symbol)'"
        case .end: "the end"
        }
    }

    /// The keyword, in capital letters; nil for anything but a word.
    var keyword: String? {
        if case .word(let word) = kind { word.uppercased() } else { nil }
    }
}
