/// A part of what a contestant does in a round: a program of its own on files of its own.
public enum RunPart: String, Hashable, Sendable, CaseIterable {
    /// W1 to W13, but for W12.
    case workloads = "W1-W13"
    /// OO7.
    case oo7
    /// Five levels of inheritance.
    case inheritance
    /// W12.
    case memory = "W12"

    /// The suites that are chosen by their names.
    public static let suites: [RunPart] = [.oo7, .inheritance]
}
