/// Reads the words of a command line, one after the other.
struct ArgumentReader {
    private var words: ArraySlice<String>
    private var option = ""
    private var attached: String?

    init(_ words: [String]) { self.words = words[...] }

    /// The next word; of `--name=value` the name.
    mutating func next() -> String? {
        if attached != nil {
            let unread = option
            attached = nil
            return "\(unread)="
        }
        guard let word = words.popFirst() else { return nil }
        option = word
        if word.hasPrefix("--"), let split = word.firstIndex(of: "=") {
            option = String(word[..<split])
            attached = String(word[word.index(after: split)...])
        }
        return option
    }

    /// The value of the option that was read last.
    mutating func value() throws(GenerationError) -> String {
        if let value = attached {
            attached = nil
            return value
        }
        guard let word = words.popFirst() else { throw .usage("'\(option)' needs a value") }
        return word
    }

    /// A value that is one of a few.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ type: Choice.Type
    ) throws(GenerationError) -> Choice {
        let text = try value()
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("'\(option)' cannot be '\(text)'; it is one of \(known)")
        }
        return choice
    }

    /// A value that is a name in Swift.
    mutating func name(_ what: String) throws(GenerationError) -> String {
        let text = try value()
        guard SwiftWord.isQualifiedName(text) else { throw .invalidName(text, of: what) }
        return text
    }

    /// A value of the form `key=value`.
    mutating func pair() throws(GenerationError) -> (String, String) {
        let text = try value()
        guard let split = text.firstIndex(of: "="), split != text.startIndex else {
            throw .usage("'\(option)' needs a value of the form name=value; found '\(text)'")
        }
        return (String(text[..<split]), String(text[text.index(after: split)...]))
    }
}
