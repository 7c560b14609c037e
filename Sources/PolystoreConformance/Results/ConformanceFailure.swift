/// A promise that a backend did not keep: what was expected, what was found, and where the kit looked.
public struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
    /// The expected and the found value.
    public let description: String

    init(_ description: String) { self.description = description }

    init(_ description: String, _ file: String, _ line: Int) {
        self.description = "\(description) (\(file):\(line))"
    }
}
