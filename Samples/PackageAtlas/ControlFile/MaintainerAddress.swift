/// A maintainer as a control file names one: `Name <address>`.
struct MaintainerAddress: Hashable, Sendable {
    /// The name; the address again when there is none.
    let name: String
    /// The e-mail address, or nil when the text holds none.
    let email: String?

    /// Splits a text; whatever has no address in angle brackets is a name as a whole.
    init(_ text: String) {
        let text = text.trimmingBlanks
        guard text.hasSuffix(">"), let open = text.lastIndex(of: "<") else {
            name = text.withoutQuotes
            email = nil
            return
        }
        let address = String(text[text.index(after: open)...].dropLast()).trimmingBlanks
        let label = String(text[..<open]).trimmingBlanks.withoutQuotes
        email = address.isEmpty ? nil : address
        name = label.isEmpty ? address : label
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text = text.dropFirst() }
        while let last = text.last, last.isWhitespace { text = text.dropLast() }
        return String(text)
    }

    fileprivate var withoutQuotes: String {
        count >= 2 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self
    }
}
