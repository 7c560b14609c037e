/// Which texts are types in Swift: names, generic types, arrays, dictionaries and optionals of them.
enum SwiftTypeText {
    /// How deep types may lie inside of each other.
    private static let depthLimit = 16

    /// Whether a text is a type.
    static func isType(_ text: String) -> Bool {
        var rest = Substring(plain(text))
        return takeType(&rest, 0) && rest.isEmpty
    }

    /// Whether a text is an array, a set or a dictionary, whose values are kept as JSON without further code.
    static func isCollection(_ text: String) -> Bool {
        guard isType(text) else { return false }
        let plain = plain(text)
        if plain.hasPrefix("["), plain.hasSuffix("]") { return true }
        return ["Array<", "Set<", "Dictionary<"].contains { plain.hasPrefix($0) } && plain.hasSuffix(">")
    }

    /// The text without the spaces that separate arguments.
    private static func plain(_ text: String) -> String {
        text.replacing(", ", with: ",").replacing(": ", with: ":")
    }

    private static func takeType(_ rest: inout Substring, _ depth: Int) -> Bool {
        guard depth < depthLimit else { return false }
        if take("[", &rest) {
            guard takeType(&rest, depth + 1) else { return false }
            if take(":", &rest), !takeType(&rest, depth + 1) { return false }
            guard take("]", &rest) else { return false }
        } else {
            let name = rest.prefix { !"[]<>,:?".contains($0) }
            guard SwiftWord.isQualifiedName(String(name)) else { return false }
            rest.removeFirst(name.count)
            if take("<", &rest) {
                repeat {
                    guard takeType(&rest, depth + 1) else { return false }
                } while take(",", &rest)
                guard take(">", &rest) else { return false }
            }
        }
        while take("?", &rest) {}
        return true
    }

    private static func take(_ character: Character, _ rest: inout Substring) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }
}
