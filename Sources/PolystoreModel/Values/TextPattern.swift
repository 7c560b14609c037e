import Foundation

/// A regular expression in ICU's syntax, as models and the operator `MATCHES` use it: it must match the whole text.
package struct TextPattern: Sendable {
    private let expression: NSRegularExpression

    /// Compiles a pattern.
    ///
    /// - Throws: `ValueError` with code `coding` when the text is no regular expression.
    package init(_ pattern: String) throws(ValueError) {
        do {
            // The group keeps an alternative from matching a part only.
            expression = try NSRegularExpression(pattern: "\\A(?:" + pattern + ")\\z")
            // The pattern must be complete by itself, not only inside of the group.
            _ = try NSRegularExpression(pattern: pattern)
        } catch {
            throw ValueError(.coding, expected: "regular expression", cause: error)
        }
    }

    /// Whether the whole text matches.
    package func matches(_ text: String) -> Bool {
        let range = NSRange(text.startIndex..<text.endIndex, in: text)
        return expression.firstMatch(in: text, range: range) != nil
    }
}
