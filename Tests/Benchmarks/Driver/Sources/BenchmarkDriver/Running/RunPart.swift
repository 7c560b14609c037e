/// A part of what a contestant does in a round: a program of its own on files of its own.
public enum RunPart: String, Hashable, Sendable, CaseIterable {
    /// W1 to W13, but for W12.
    case workloads = "W1-W13"
    /// W1 to W13 without what waits for the disk or for a time to pass: two fifths of the seconds.
    case quick
    /// OO7.
    case oo7
    /// Five levels of inheritance.
    case inheritance
    /// W12.
    case memory = "W12"

    /// The workloads of `quick` that are wanted: all when nothing is asked for by name.
    static func quickWorkloads(_ only: [String]) -> [String] {
        ["W1", "W2", "W3", "W3h", "W4", "W5", "W6", "W7", "W8", "W8p", "W9", "W11", "W11s"].filter {
            only.isEmpty || only.contains($0)
        }
    }

    /// The suites that are chosen by their names.
    public static let suites: [RunPart] = [.oo7, .inheritance]
}
