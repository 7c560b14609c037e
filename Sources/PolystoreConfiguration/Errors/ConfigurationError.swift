/// A store file that cannot be used, with every problem that was found in it.
public struct ConfigurationError: Error, Sendable, CustomStringConvertible {
    /// The file's name, as the problems show it.
    public let file: String
    /// The problems, in the order of the file, those without a place last; never empty.
    public let problems: [ConfigurationProblem]
    /// The error of the store that could not be opened; nil for problems of the file itself.
    ///
    /// Unlike the problems, it may name paths that came from the environment.
    public let cause: (any Error)?

    /// Makes an error.
    public init(file: String, problems: [ConfigurationProblem], cause: (any Error)? = nil) {
        self.file = file
        self.problems = problems
        self.cause = cause
    }

    /// One line a problem.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
