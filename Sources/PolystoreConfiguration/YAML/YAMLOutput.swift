import PolystoreModel

/// A piece of a YAML file to be written: an inline text, or keys with values in block style.
indirect enum YAMLOutput {
    /// Text that stands behind its key as it is.
    case inline(String)
    /// Keys and values, in order.
    case mapping([(key: String, value: YAMLOutput)])

    /// A text as a scalar: plain if no reader of YAML could take it for something else, else in double quotes.
    static func scalar(_ text: String) -> YAMLOutput { .inline(quotedIfNeeded(text)) }

    /// A list of texts in flow style.
    static func list(_ texts: [String]) -> YAMLOutput {
        .inline("[" + texts.map(quotedIfNeeded).joined(separator: ", ") + "]")
    }

    /// Keys with texts, in the order of the keys.
    static func dictionary(_ entries: [String: String]) -> YAMLOutput {
        .mapping(entries.sorted { $0.key < $1.key }.map { ($0.key, .scalar($0.value)) })
    }

    /// The lines of the piece, which stands behind a key at a depth.
    func text(depth: Int) -> String {
        switch self {
        case .inline(let text): return " " + text + "\n"
        case .mapping(let entries) where entries.isEmpty: return " {}\n"
        case .mapping(let entries):
            let indentation = String(repeating: "  ", count: depth)
            return (depth == 0 ? "" : "\n")
                + entries.map { indentation + Self.quotedIfNeeded($0.key) + ":" + $0.value.text(depth: depth + 1) }
                .joined()
        }
    }

    /// Words that readers of YAML 1.1 take for truths and nulls.
    private static let words: Set<String> = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]

    static func quotedIfNeeded(_ text: String) -> String {
        let rest = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let isPlain =
            rest.utf8.first.map(isLetter) ?? false
            && rest.utf8.allSatisfy { isLetter($0) || (48...57).contains($0) || $0 == 0x2E }
        return isPlain && !words.contains(rest.lowercased()) ? text : YAMLText.quoted(text)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte) || byte == 0x5F
    }
}
