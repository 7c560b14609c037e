/// The tally of a run of random questions.
public struct AgreementTally: Sendable, Equatable {
    /// Random graphs.
    public var graphs = 0
    /// Random questions, each asked of every store file.
    public var questions = 0
    /// Questions times store files: each compares the answer, the count and the complement with plain dictionaries.
    public var cases = 0
    /// Questions without an answer, such as those with numbers that get too large; they are no cases.
    public var failures = 0

    /// Makes an empty tally.
    public init() {}

    /// Adds another run.
    public static func += (left: inout AgreementTally, right: AgreementTally) {
        left.graphs += right.graphs
        left.questions += right.questions
        left.cases += right.cases
        left.failures += right.failures
    }
}
