/// Which peers could be built, as the script that builds them writes it down: a line each, separated by tabs,
/// `present <name> <program> <argument>…` or `absent <name> <reason>`.
public struct PeerList: Hashable, Sendable {
    /// The programs and their first arguments, by the peer's name.
    public private(set) var present: [String: [String]] = [:]
    /// Why others are not there.
    public private(set) var absent: [String: String] = [:]

    /// Reads the lines.
    ///
    /// - Throws: `DriverError` for a line of another form.
    public init(_ text: String) throws(DriverError) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: "\t").map(String.init)
            switch (words.first, words.count) {
            case ("present", 3...): present[words[1]] = Array(words[2...])
            case ("absent", 3): absent[words[1]] = words[2]
            default: throw .argument(String(line))
            }
        }
    }
}
