import Foundation
import PolystoreModel
import PolystoreStorage

/// One translation of Foundation's tree into ours.
final class PredicateTranslation {
    /// What a part of the tree became.
    enum Node {
        case predicate(FetchPredicate)
        case expression(FetchExpression)

        /// The part as a value.
        var expression: FetchExpression {
            switch self {
            case .expression(let expression): expression
            case .predicate(let predicate):
                .conditional(predicate, .constant(.boolean(true)), .constant(.boolean(false)))
            }
        }
    }

    private var variables: [PredicateExpressions.VariableID: FetchExpression] = [:]
    private var variableCount = 0

    /// Gives a variable of the tree a meaning.
    func bind(_ variable: PredicateExpressions.VariableID, to expression: FetchExpression) {
        variables[variable] = expression
    }

    /// Gives a variable of the tree a name of its own.
    func bindElement(_ variable: PredicateExpressions.VariableID) -> String {
        variableCount += 1
        let name = "x\(variableCount)"
        variables[variable] = .variable(name)
        return name
    }

    /// The meaning of a variable.
    func variable(_ variable: PredicateExpressions.VariableID) throws(QueryError) -> FetchExpression {
        guard let expression = variables[variable] else { throw QueryError(.unboundVariable) }
        return expression
    }

    /// A part of the tree.
    ///
    /// - Throws: `QueryError` with code `unsupportedExpression` for a part that has no counterpart.
    func node(_ part: some PredicateExpression) throws(QueryError) -> Node {
        guard let part = part as? any TranslatableExpression else { throw PredicateTranslation.unsupported(part) }
        return try part.translated(self)
    }

    /// A part of the tree that gives a value.
    func expression(_ part: some PredicateExpression) throws(QueryError) -> FetchExpression {
        try node(part).expression
    }

    /// A part of the tree that is true or false.
    func predicate(_ part: some PredicateExpression) throws(QueryError) -> FetchPredicate {
        switch try node(part) {
        case .predicate(let predicate): predicate
        case .expression(.constant(.boolean(let value), _)): .constant(value)
        case .expression(let expression):
            .comparison(FetchComparison(expression, .equal, .constant(.boolean(true))))
        }
    }

    /// A comparison of two parts.
    func comparison(
        _ left: some PredicateExpression, _ comparator: FetchComparison.Operator, _ right: some PredicateExpression,
        options: FetchComparison.Options = []
    ) throws(QueryError) -> Node {
        .predicate(
            .comparison(
                FetchComparison(try expression(left), comparator, try expression(right), options: options)))
    }

    /// The error for a part without counterpart; it names the part's type, and no values.
    static func unsupported(_ part: some Any) -> QueryError {
        let name = String(describing: type(of: part)).prefix { $0 != "<" }
        return QueryError(.unsupportedExpression, [.found: String(name)])
    }
}

/// A part of Foundation's tree that has a counterpart in ours.
protocol TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node
}
