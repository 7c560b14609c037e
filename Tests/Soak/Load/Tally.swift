import Synchronization

/// What all loops have done, and what they found to be wrong.
final class Tally: Sendable {
    private struct State {
        var counts: [String: Int] = [:]
        var problems: [String] = []
        var problemCount = 0
    }

    private let state = Mutex(State())

    /// As many problems are kept with their words; the others are counted.
    static let keptProblems = 40

    /// Counts something.
    func count(_ what: String, _ number: Int = 1) {
        state.withLock { $0.counts[what, default: 0] += number }
    }

    /// Notes that a promise was not kept.
    func report(_ problem: String) {
        state.withLock { state in
            state.problemCount += 1
            if state.problems.count < Self.keptProblems { state.problems.append(problem) }
        }
    }

    /// What was counted, by name.
    var counts: [String: Int] { state.withLock { $0.counts } }

    /// The first problems.
    var problems: [String] { state.withLock { $0.problems } }

    /// How many problems there were.
    var problemCount: Int { state.withLock { $0.problemCount } }

    /// Runs a step, counts what tasks that share objects must expect, and reports every other error.
    ///
    /// - Parameters:
    ///   - name: What the step is called.
    ///   - role: What is said before that in a report.
    ///   - recover: Brings the context into order after an error.
    ///   - step: The step.
    func run(_ name: String, in role: String, recover: () -> Void = {}, _ step: () throws -> Void) {
        do {
            try step()
            count(name)
        } catch {
            if let expected = ExpectedError.name(of: error) {
                count(expected)
            } else {
                report("\(role): \(name): \(type(of: error)): \(error)")
            }
            recover()
        }
    }
}
