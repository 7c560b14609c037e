/// How long copies took, and how often they were made.
struct CopyTimes: Sendable {
    /// The times of one kind of copies.
    struct Series: Sendable {
        var total = Duration.zero
        var longest = Duration.zero

        mutating func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
            let start = ContinuousClock.now
            let result = try body()
            let time = ContinuousClock.now - start
            total += time
            longest = max(longest, time)
            return result
        }

        func line(_ count: Int) -> String {
            "\((total / max(1, count)).milliseconds) ms (longest \(longest.milliseconds) ms)"
        }
    }

    var runs = 0
    var backup = Series()
    var copy = Series()
    var graph = Series()
    private let start = ContinuousClock.now

    /// The figures, with the saves that were made meanwhile.
    func line(saves: Int) -> String {
        let time = ContinuousClock.now - start
        let rate = Double(saves) / max(0.001, time / .seconds(1))
        return "\(runs) runs, \(saves) saves meanwhile, \(Int(rate)) a second; backup \(backup.line(runs)), "
            + "copy \(copy.line(runs)), copy of the graph \(graph.line(runs))"
    }
}

extension Duration {
    fileprivate var milliseconds: Int { Int(self / .milliseconds(1)) }
}
