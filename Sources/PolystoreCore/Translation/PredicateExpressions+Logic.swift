import Foundation
import PolystoreModel
import PolystoreStorage

extension PredicateExpressions.Conjunction: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        .predicate(try translation.predicate(lhs) && translation.predicate(rhs))
    }
}

extension PredicateExpressions.Disjunction: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        .predicate(try translation.predicate(lhs) || translation.predicate(rhs))
    }
}

extension PredicateExpressions.Negation: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        .predicate(.not(try translation.predicate(wrapped)))
    }
}

extension PredicateExpressions.Equal: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        let (left, right) = (try translation.node(lhs), try translation.node(rhs))
        // Where a truth is compared with true, the truth itself is meant.
        if case .predicate(let predicate) = left, case .expression(.constant(.boolean(true), _)) = right {
            return .predicate(predicate)
        }
        return .predicate(.comparison(FetchComparison(left.expression, .equal, right.expression)))
    }
}

extension PredicateExpressions.NotEqual: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        try translation.comparison(lhs, .notEqual, rhs)
    }
}

extension PredicateExpressions.Comparison: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        switch op {
        case .lessThan: try translation.comparison(lhs, .less, rhs)
        case .lessThanOrEqual: try translation.comparison(lhs, .lessOrEqual, rhs)
        case .greaterThan: try translation.comparison(lhs, .greater, rhs)
        case .greaterThanOrEqual: try translation.comparison(lhs, .greaterOrEqual, rhs)
        @unknown default: throw PredicateTranslation.unsupported(self)
        }
    }
}

extension PredicateExpressions.Conditional: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        .expression(
            .conditional(
                try translation.predicate(test), try translation.expression(trueBranch),
                try translation.expression(falseBranch)))
    }
}

extension PredicateExpressions.OptionalFlatMap: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        let value = try translation.expression(wrapped)
        translation.bind(variable.key, to: value)
        switch try translation.node(transform) {
        case .expression(let expression): return .expression(expression)
        case .predicate(let predicate):
            // Without a value there is no truth either, not even that of an inequality.
            let isThere = FetchPredicate.comparison(FetchComparison(value, .notEqual, .constant(.missing)))
            return .predicate(isThere && predicate)
        }
    }
}

extension PredicateExpressions.NilCoalesce: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        let (left, right) = (try translation.node(lhs), try translation.node(rhs))
        if case .predicate(let predicate) = left {
            guard case .expression(.constant(.boolean(false), _)) = right else {
                throw PredicateTranslation.unsupported(self)
            }
            return .predicate(predicate)
        }
        let value = left.expression
        let isThere = FetchPredicate.comparison(FetchComparison(value, .notEqual, .constant(.missing)))
        return .expression(.conditional(isThere, value, right.expression))
    }
}

extension PredicateExpressions.ForcedUnwrap: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        try translation.node(inner)
    }
}
