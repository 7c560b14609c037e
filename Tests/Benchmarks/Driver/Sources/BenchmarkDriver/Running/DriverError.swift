/// What makes a run worthless.
public enum DriverError: Error, Equatable, CustomStringConvertible {
    /// An argument is not known or has no sensible value.
    case argument(String)
    /// A product that was asked for could not be built, and why.
    case absent(String, String)
    /// A program ended with a status that is not 0.
    case runnerFailed(String, Int32)
    /// A product found something else than the others.
    case checksums([String])

    /// What happened, for the terminal.
    public var description: String {
        switch self {
        case .argument(let text): "bench: wrong argument '\(text)'"
        case .absent(let product, let reason): "bench: '\(product)' cannot take part here: \(reason)"
        case .runnerFailed(let command, let status): "bench: status \(status) of \(command)"
        case .checksums(let lines): "bench: the run is refused, products disagree:\n" + lines.joined(separator: "\n")
        }
    }
}
