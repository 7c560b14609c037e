import Testing

/// A store file that is refused, made from a good one by replacing a part, with the exact messages.
struct BadStoreFile: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The part of the good file that goes; empty puts the replacement at the end.
    let old: String
    /// What stands there instead.
    let new: String
    let environment: [String: String]
    /// What is printed, line by line, without the file's name.
    let messages: [String]

    init(
        _ description: String, _ old: String, _ new: String, environment: [String: String] = [:], _ messages: String...
    ) {
        testDescription = description
        self.old = old
        self.new = new
        self.environment = environment
        self.messages = messages
    }

    /// The text of the file.
    var text: String {
        let good = StoreFileExample.plain
        guard !old.isEmpty else { return good + "\n" + new }
        guard let range = good.firstRange(of: old) else { return "the part to replace is missing: \(old)" }
        return good.replacingCharacters(in: range, with: new)
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
