import PolystoreModel

extension QueryError {
    /// The line of a text that the error is about, and below it a mark at the place: two lines, for messages.
    ///
    ///     age >> 30
    ///          ^
    ///
    /// Nil when the error names no place in the text.
    public func excerpt(of text: String) -> String? {
        guard let offset = details[.offset].flatMap({ Int($0) }), offset >= 0, offset <= text.utf8.count else {
            return nil
        }
        let place = text.utf8.index(text.startIndex, offsetBy: offset)
        let start = text[..<place].lastIndex(where: \.isNewline).map { text.index(after: $0) } ?? text.startIndex
        let end = text[place...].firstIndex(where: \.isNewline) ?? text.endIndex
        let margin = text[start..<place].map { $0 == "\t" ? "\t" : " " }.joined()
        return "\(text[start..<max(start, end)])\n\(margin)^"
    }
}
