/// Comments that the user info of a model holds.
enum DocumentationText {
    /// The lines of a comment: what stands under `documentation`, then what stands under `discussion`.
    static func lines(_ userInfo: [String: String]) -> [String] {
        let texts = ["documentation", "discussion"].compactMap { userInfo[$0] }.filter { !$0.isEmpty }
        // An empty line keeps the discussion from being part of the summary.
        return Array(texts.map(lines).joined(separator: [""]))
    }

    private static func lines(_ text: String) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
