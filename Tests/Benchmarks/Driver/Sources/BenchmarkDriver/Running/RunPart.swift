/// A part of what a contestant does in a round: a program of its own on files of its own.
public enum RunPart: String, Hashable, Sendable, CaseIterable {
    /// W1 to W13, but for W12.
    case workloads = "W1-W13"
    /// W1 to W13 without what waits for the disk or for a time to pass: a third of the seconds.
    case quick
    /// The same without the two that take three fifths of the seconds that are left.
    case short
    /// OO7.
    case oo7
    /// Five levels of inheritance.
    case inheritance
    /// W12.
    case memory = "W12"

    /// The workloads of `quick` or `short` that are wanted: all when nothing is asked for by name.
    func workloads(_ only: [String]) -> [String] {
        let short = ["W1", "W2", "W3", "W3h", "W6", "W7", "W8", "W8p", "W9", "W11", "W11s"]
        return (self == .quick ? short + ["W4", "W5"] : short).filter { only.isEmpty || only.contains($0) }
    }

    /// Whether the part belongs to a quick round.
    var isQuick: Bool { self == .quick || self == .short }

    /// The suites that are chosen by their names.
    public static let suites: [RunPart] = [.oo7, .inheritance]
}
