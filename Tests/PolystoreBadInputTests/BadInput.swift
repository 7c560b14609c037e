import Polystore
import Testing

/// One bad input: what is done with it, and what must come of it.
struct BadInput: Sendable, CustomTestStringConvertible {
    /// What must come of an input.
    enum Outcome: Sendable {
        /// An error, and nothing of what was saved is other than before.
        case refused(ExpectedError)
        /// No error; nothing of what was saved is other than before. What else must hold, the case says itself.
        case accepted
        /// No error, and what was saved is changed as was asked.
        case saved
    }

    /// The input, as a sentence.
    let name: String
    let outcome: Outcome
    let act: @Sendable (Scene) throws -> Void

    var testDescription: String { name }

    init(_ name: String, _ outcome: Outcome, _ act: @escaping @Sendable (Scene) throws -> Void) {
        self.name = name
        self.outcome = outcome
        self.act = act
    }

    /// An input that is refused.
    static func refused(
        _ name: String, _ chain: [String], _ details: [ErrorDetails.Key: String] = [:], says: [String] = [],
        _ act: @escaping @Sendable (Scene) throws -> Void
    ) -> BadInput {
        BadInput(name, .refused(ExpectedError(chain: chain, details: details, texts: says)), act)
    }

    /// Every input.
    static let all =
        foreignFiles + damagedFiles + outsideEdits + openings + values + objects + routes + predicates
        + configurations
}
