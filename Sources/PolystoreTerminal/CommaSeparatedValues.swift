/// Records as comma-separated values by RFC 4180.
package enum CommaSeparatedValues {
    /// One record with its line end (CR LF).
    ///
    /// A field is quoted when it holds a comma, a quotation mark, a line end, or a space at either end. Nil is an
    /// empty field and an empty text a quoted empty field, so that the two can be told apart.
    package static func record(_ fields: [String?]) -> String {
        fields.map(field).joined(separator: ",") + "\r\n"
    }

    private static func field(_ text: String?) -> String {
        guard let text else { return "" }
        guard needsQuotes(text) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    private static func needsQuotes(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, let last = bytes.last else { return true }
        let space = UInt8(ascii: " ")
        return first == space || last == space
            || bytes.contains {
                $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n")
                    || $0 == UInt8(ascii: "\r")
            }
    }
}
