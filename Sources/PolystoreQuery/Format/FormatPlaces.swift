/// Where the names of key paths stand in the text of a predicate or of sort keys.
package struct FormatPlaces {
    private let tokens: [FormatToken]

    /// Splits a text; nil when it cannot be split.
    package init?(_ text: String) {
        do {
            tokens = try FormatLexer.tokens(of: text)
        } catch {
            return nil
        }
    }

    /// The offset of the last name of a key path's first occurrence, in UTF-8 bytes.
    ///
    /// Texts and numbers are no names, so `name` is not found in `"name"`. Nil when the path was not written out, but put
    /// together of parts or arguments.
    package func offset(of path: [String]) -> Int? {
        guard let last = path.last else { return nil }
        let places = tokens.indices.filter { begins(path[...], at: $0) }
        let start = places.first { $0 == 0 || tokens[$0 - 1].kind != .symbol(".") } ?? places.first
        return start.map { tokens[$0 + 2 * (path.count - 1)].offset } ?? (path.count > 1 ? offset(of: [last]) : nil)
    }

    private func begins(_ path: ArraySlice<String>, at index: Int) -> Bool {
        guard let name = path.first, index < tokens.count else { return false }
        switch tokens[index].kind {
        case .word(name), .name(name): break
        case .operation(let operation) where "@" + operation == name: break
        default: return false
        }
        guard path.count > 1 else { return true }
        return index + 1 < tokens.count && tokens[index + 1].kind == .symbol(".")
            && begins(path.dropFirst(), at: index + 2)
    }
}
