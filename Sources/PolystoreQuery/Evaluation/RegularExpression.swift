import Foundation
import PolystoreModel

/// The regular expressions of MATCHES, ready for matching: those of the Unicode project's ICU library.
struct RegularExpression {
    private let expression: NSRegularExpression
    private let folding: TextFolding

    /// Reads a pattern; nil when it is none.
    init?(_ pattern: String, folding: TextFolding) {
        var options: NSRegularExpression.Options = []
        if folding.contains(.caseInsensitive), !folding.contains(.normalized) { options.insert(.caseInsensitive) }
        // Resolution refuses what cannot be read, with the cause; here it only matters that there is nothing to match.
        guard let expression = try? NSRegularExpression(pattern: Self.anchored(pattern), options: options) else {
            return nil
        }
        self.expression = expression
        self.folding = folding.contains(.diacriticInsensitive) ? .diacriticInsensitive : []
    }

    /// Whether the pattern matches a whole text; nil when that takes more steps than any pattern should.
    ///
    /// Some short patterns take time that doubles with each letter of the text, so steps are counted.
    func matches(_ text: String) -> Bool? {
        let text = folding.fold(text)
        let range = NSRange(location: 0, length: text.utf16.count)
        var (reports, answer): (Int, Bool?) = (0, false)
        expression.enumerateMatches(in: text, options: [.anchored, .reportProgress], range: range) { match, _, stop in
            if let match {
                answer = match.range == range
                stop.pointee = true
            } else {
                reports += 1
                guard reports > RegularExpression.largestReportCount else { return }
                answer = nil
                stop.pointee = true
            }
        }
        return answer
    }

    /// How often the library may report that it is still at work, every some ten thousand steps.
    private static let largestReportCount = 400
    /// The longest pattern, in bytes.
    private static let longestPattern = 4_096

    /// Refuses a pattern that cannot be read.
    static func check(_ pattern: String, _ place: ErrorDetails) throws(QueryError) {
        guard pattern.utf8.count <= longestPattern else { throw QueryError(.invalidPattern, place) }
        do {
            // The empty pattern, which the library refuses by itself, matches the empty text.
            if !pattern.isEmpty { _ = try NSRegularExpression(pattern: pattern) }
            _ = try NSRegularExpression(pattern: anchored(pattern))
        } catch {
            // The system's error holds the pattern, which may be a user's.
            throw QueryError(.invalidPattern, place)
        }
    }

    /// The pattern with the end of the text behind it.
    private static func anchored(_ pattern: String) -> String { "(?:\(pattern))\\z" }
}
