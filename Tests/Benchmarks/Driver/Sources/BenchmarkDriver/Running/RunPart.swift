/// A part of what a contestant does in a round: a program of its own on files of its own.
public enum RunPart: String, Hashable, Sendable, CaseIterable {
    /// W1 to W13, but for W12.
    case workloads = "W1-W13"
    /// W1 to W13 without what waits for the disk or for a time to pass: a third of the seconds.
    case quick
    /// The same without the two that take three fifths of the seconds that are left.
    case short
    /// What waits for the disk or for a time to pass.
    case waiting
    /// The saves of that alone: they vary most, and take half of the seconds.
    case saves
    /// OO7.
    case oo7
    /// Five levels of inheritance.
    case inheritance
    /// G1 to G8: questions that indexes of every kind answer.
    case queries
    /// J1 to J3: saves over two stores.
    case joint
    /// W12.
    case memory = "W12"

    /// The workloads of a part of a later round that are wanted: all when nothing is asked for by name.
    func workloads(_ only: [String]) -> [String] {
        let short = ["W1", "W2", "W3", "W3h", "W6", "W6u", "W7", "W8", "W8p", "W9", "W11", "W11s", "BR1", "BR2", "BR3"]
        let all =
            switch self {
            case .waiting: ["W10", "W10n", "W13"]
            case .saves: ["W10", "W10n"]
            case .quick: short + ["W4", "W5"]
            default: short
            }
        return all.filter { only.isEmpty || only.contains($0) }
    }

    /// Whether the part is all of a round behind those that have everything.
    var isLater: Bool { self == .quick || self == .short || waits }

    /// Whether the part is what waits for the disk.
    var waits: Bool { self == .waiting || self == .saves }

    /// The suites that are chosen by their names.
    public static let suites: [RunPart] = [.oo7, .inheritance, .queries, .joint]

    /// The names by which workloads and suites are asked for.
    public static var names: [String] {
        quick.workloads([]) + waiting.workloads([]) + ([memory] + suites).map(\.rawValue)
    }
}
