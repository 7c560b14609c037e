import Foundation

/// Whether a run kept to its limits, with the figures.
struct Verdict: Equatable {
    /// One limit, and what was found.
    struct Line: Equatable {
        let text: String
        let isKept: Bool
    }

    private(set) var lines: [Line] = []

    /// Whether all limits were kept.
    var isKept: Bool { lines.allSatisfy(\.isKept) }

    /// Judges a run.
    ///
    /// - Parameters:
    ///   - checkpoints: All of them, in order.
    ///   - liveBytes: What a copy of all objects takes in new stores.
    ///   - problemCount: How many promises were found not to be kept.
    ///   - limits: The limits.
    init(_ checkpoints: [Checkpoint], liveBytes: Int, problemCount: Int, _ limits: SoakLimits) {
        let judged = checkpoints.filter { $0.second > limits.warmUp }
        guard judged.count > 1, let last = judged.last else {
            lines = [Line(text: "too few checkpoints after the warm-up: \(judged.count)", isKept: false)]
            return
        }
        judgeGrowth("memory", judged, limits.memoryGrowth, \.process.anonymous)
        judgeGrowth("heap in use", judged, limits.heapGrowth, \.process.heap)
        judgeDescriptors(judged, limits)
        judgeFiles(last, liveBytes, limits)
        judgeLogs(judged)
        lines.append(Line(text: "\(problemCount) problems, none allowed", isKept: problemCount == 0))
    }

    /// Compares the smallest value of the first checkpoints after the warm-up with the smallest of the last ones: what
    /// happens to be in use at a moment is not in the smallest, and a leak is.
    private mutating func judgeGrowth(
        _ name: String, _ judged: [Checkpoint], _ limit: Double, _ value: KeyPath<Checkpoint, Int>
    ) {
        let window = SoakLimits.window(judged.count)
        let before = judged.prefix(window).map { $0[keyPath: value] }.min() ?? 0
        let after = judged.suffix(window).map { $0[keyPath: value] }.min() ?? 0
        let growth = before == 0 ? 0 : Double(after - before) / Double(before)
        lines.append(
            Line(
                text: "\(name): \(before / 1_024) KiB after the warm-up, \(after / 1_024) KiB at the end,"
                    + " \(Self.percent(growth)); at most \(Self.percent(limit))",
                isKept: growth <= limit))
    }

    private mutating func judgeDescriptors(_ judged: [Checkpoint], _ limits: SoakLimits) {
        let numbers = judged.map(\.process.descriptors)
        let (least, most) = (numbers.min() ?? 0, numbers.max() ?? 0)
        lines.append(
            Line(
                text: "descriptors: \(least) to \(most) after the warm-up; at most \(limits.descriptorGrowth) more",
                isKept: most - least <= limits.descriptorGrowth))
    }

    private mutating func judgeFiles(_ last: Checkpoint, _ liveBytes: Int, _ limits: SoakLimits) {
        let factor = Double(last.files.stores) / Double(max(1, liveBytes))
        lines.append(
            Line(
                text: "files: \(last.files.stores / 1_024) KiB for \(liveBytes / 1_024) KiB of live data,"
                    + " \(Self.decimals(factor)) times; at most \(Self.decimals(limits.fileFactor)) times",
                isKept: factor <= limits.fileFactor))
    }

    /// Logs go up and down: their longest counts.
    private mutating func judgeLogs(_ judged: [Checkpoint]) {
        let most = judged.map(\.files.logs).max() ?? 0
        lines.append(
            Line(
                text: "logs: up to \(most / 1_024) KiB; at most \(SoakLimits.logs / 1_024) KiB",
                isKept: most <= SoakLimits.logs))
    }

    private static func percent(_ share: Double) -> String { String(format: "%+.2f %%", share * 100) }

    private static func decimals(_ number: Double) -> String { String(format: "%.2f", number) }
}
