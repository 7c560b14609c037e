/// A model that cannot be used, with every problem that was found in it.
public struct ModelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The model's name.
    public let model: String
    /// The problems, in the order of the model; never empty.
    public let problems: [ModelProblem]

    /// Makes an error.
    public init(model: String, problems: [ModelProblem]) {
        self.model = model
        self.problems = problems
    }

    /// One line a problem.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
