import Foundation
import PolystoreModel
import PolystoreStorage

extension PredicateExpressions.SequenceContains: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        try translation.comparison(element, .isIn, sequence)
    }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        .predicate(try translation.quantified(.any, sequence, variable.key, test))
    }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        .predicate(try translation.quantified(.all, sequence, variable.key, test))
    }
}

extension PredicateExpressions.Filter: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        let collection = try translation.expression(sequence)
        let name = translation.bindElement(variable.key)
        return .expression(.subquery(collection, variable: name, try translation.predicate(filter)))
    }
}

extension PredicateExpressions.CollectionContainsCollection: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        guard Base.Output.self is any StringProtocol.Type else { throw PredicateTranslation.unsupported(self) }
        return try translation.comparison(base, .contains, other)
    }
}

extension PredicateExpressions.SequenceStartsWith: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        guard Base.Output.self is any StringProtocol.Type else { throw PredicateTranslation.unsupported(self) }
        return try translation.comparison(base, .beginsWith, prefix)
    }
}

extension PredicateExpressions.RangeExpressionContains: TranslatableExpression {
    func translated(_ translation: PredicateTranslation) throws(QueryError) -> PredicateTranslation.Node {
        guard let range = range as? any TranslatableRange else { throw PredicateTranslation.unsupported(self) }
        return .predicate(try range.contains(try translation.expression(element), translation))
    }
}

/// A range of Foundation's tree that a value can lie in.
protocol TranslatableRange {
    func contains(
        _ value: FetchExpression, _ translation: PredicateTranslation
    ) throws(QueryError) -> FetchPredicate
}

extension PredicateExpressions.ClosedRange: TranslatableRange {
    func contains(
        _ value: FetchExpression, _ translation: PredicateTranslation
    ) throws(QueryError) -> FetchPredicate {
        let bounds = [try translation.expression(lower), try translation.expression(upper)]
        return .comparison(FetchComparison(value, .between, .aggregate(bounds)))
    }
}

extension PredicateExpressions.Range: TranslatableRange {
    func contains(
        _ value: FetchExpression, _ translation: PredicateTranslation
    ) throws(QueryError) -> FetchPredicate {
        .comparison(FetchComparison(value, .greaterOrEqual, try translation.expression(lower)))
            && .comparison(FetchComparison(value, .less, try translation.expression(upper)))
    }
}

extension PredicateTranslation {
    /// A condition that holds for one element at least, or for all.
    fileprivate func quantified(
        _ quantifier: FetchComparison.Quantifier, _ sequence: some PredicateExpression,
        _ variable: PredicateExpressions.VariableID, _ test: some PredicateExpression
    ) throws(QueryError) -> FetchPredicate {
        let collection = try expression(sequence)
        let name = bindElement(variable)
        let test = try predicate(test)
        // One comparison of an element's property with a value is what stores know best.
        if case .keyPath(let names, _) = collection, case .comparison(var comparison) = test,
            case .path(.variable(name), let rest) = comparison.left, case .constant = comparison.right,
            comparison.quantifier == .none, !rest.contains(where: { $0.hasPrefix("@") })
        {
            comparison.left = .keyPath(names + rest)
            comparison.quantifier = quantifier
            return .comparison(comparison)
        }
        let wanted = quantifier == .all ? FetchPredicate.not(test) : test
        let count = FetchExpression.path(.subquery(collection, variable: name, wanted), ["@count"])
        return .comparison(FetchComparison(count, quantifier == .all ? .equal : .greater, .constant(.integer(0))))
    }
}
