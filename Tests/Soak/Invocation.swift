import Foundation

/// What the command line asks for.
struct Invocation: Equatable {
    /// Words that say nothing.
    struct Misuse: Error, CustomStringConvertible {
        let description: String
    }

    /// How long the load runs.
    var seconds = 3_600.0
    /// Where the random sequences begin; a fresh one if nil.
    var seed: UInt64?

    static let usage = "usage: Soak [--seconds N] [--seed S]"

    /// Reads the words behind the program's name.
    ///
    /// - Throws: `Misuse`.
    init(_ words: [String]) throws {
        var words = words[...]
        while let word = words.popFirst() {
            guard ["--seconds", "--seed"].contains(word) else {
                throw Misuse(description: "no option \(word)\n\(Self.usage)")
            }
            guard let value = words.popFirst() else {
                throw Misuse(description: "\(word) needs a value\n\(Self.usage)")
            }
            if word == "--seconds" { seconds = try Self.number(value) } else { seed = try Self.number(value) }
        }
        guard seconds >= 10 else { throw Misuse(description: "a run takes ten seconds at least") }
    }

    private static func number<Number: LosslessStringConvertible>(_ text: String) throws -> Number {
        guard let number = Number(text) else { throw Misuse(description: "'\(text)' is no number\n\(usage)") }
        return number
    }
}
