import Foundation

/// Times work and prints nanoseconds for each of a number of operations: the least processor time of several rounds, because a shared
/// machine only ever adds.
enum Stopwatch {
    /// Prints nanoseconds for each operation, and gives them.
    @discardableResult
    static func measure(_ label: String, operations: Int, rounds: Int = 5, _ work: () throws -> Void) rethrows -> Double
    {
        var best = Double.infinity
        for _ in 0..<rounds {
            let start = ProcessorTime.nanoseconds
            try work()
            best = min(best, Double(ProcessorTime.nanoseconds - start) / Double(operations))
        }
        let figure = best.formatted(.number.precision(.fractionLength(1)).grouping(.never))
        print(label.padding(toLength: 58, withPad: " ", startingAt: 0) + figure)
        return best
    }
}
