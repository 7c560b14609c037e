import PolystoreQuery
import PolystoreStorage

/// The answer of a store to a question, comparable between stores: objects by their numbers, values to the last bit.
enum GraphAnswer: Equatable, Sendable {
    /// The numbers of objects, in the answer's order or, where none is promised, ascending.
    case objects([Int])
    /// Dictionaries as text.
    case rows([String])
    case count(Int)
    case failed(String)

    /// The answer of a body, or its error.
    init(_ body: () throws -> GraphAnswer) {
        do {
            self = try body()
        } catch {
            var innermost: any Error = error
            while let cause = (innermost as? any StructuredError)?.cause { innermost = cause }
            let code = (innermost as? any StructuredError)?.code.rawValue
            self = .failed(code.map { "\(type(of: innermost)) \($0)" } ?? "\(innermost)")
        }
    }

    /// Whether there is no answer because a number got too large or a pattern too costly: stores differ in which rows
    /// they look at, so one may have an answer where another has none.
    var dependsOnPlan: Bool {
        self == .failed("QueryError arithmeticOverflow") || self == .failed("QueryError patternTooCostly")
    }

    var isFailure: Bool { if case .failed = self { true } else { false } }

    /// Whether two answers are those of equal stores.
    func agrees(with other: GraphAnswer) -> Bool { self == other || dependsOnPlan || other.dependsOnPlan }
}
