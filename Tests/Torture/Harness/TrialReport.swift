import Foundation

/// What a worker tells of its trials: a line for each event, so that a worker that is killed has said which trial it was.
final class TrialReport: Sendable {
    /// A line of a worker.
    enum Line {
        /// A trial begins.
        case trial(Int)
        /// What the trial that began last is about, for what becomes of a worker that dies in it.
        case subject(String)
        /// So many more trials are done.
        case done(Int)
        /// A promise does not hold in the trial that began last.
        case violation(String)
        /// All trials are done.
        case end

        init?(_ text: Substring) {
            let argument = text.dropFirst(2)
            switch text.prefix(1) {
            case "t": self = .trial(Int(argument) ?? 0)
            case "s": self = .subject(String(argument))
            case "d": self = .done(Int(argument) ?? 0)
            case "v": self = .violation(String(argument))
            case "e": self = .end
            default: return nil
            }
        }

        var text: String {
            switch self {
            case .trial(let index): "t \(index)"
            case .done(let count): "d \(count)"
            case .subject(let text): "s \(text.replacing("\n", with: " "))"
            case .violation(let text): "v \(text.replacing("\n", with: " "))"
            case .end: "e "
            }
        }
    }

    private let output: FileHandle

    init(_ output: FileHandle) { self.output = output }

    func send(_ line: Line) throws { try output.write(contentsOf: Data("\(line.text)\n".utf8)) }

    /// Makes one trial; what it throws is a violation.
    func trial(_ index: Int, of subject: String = "", _ body: () throws -> Void) throws {
        try send(.trial(index))
        if !subject.isEmpty { try send(.subject(subject)) }
        do { try body() } catch { try send(.violation("\(error)")) }
        try send(.done(1))
    }
}

/// A promise that does not hold.
struct Violation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
