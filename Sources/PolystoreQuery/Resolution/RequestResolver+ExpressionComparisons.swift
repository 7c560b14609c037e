import Foundation
import PolystoreModel

extension RequestResolver {
    /// Resolves a comparison of expressions.
    func expressions(
        _ comparison: FetchComparison, for entity: ModelEntity, _ scope: inout ExpressionScope, depth: Int
    ) throws(QueryError) -> ResolvedExpressionComparison {
        var left = try typed(comparison.left, for: entity, &scope, depth: depth)
        var right = try typed(comparison.right, for: entity, &scope, depth: depth)
        var comparison = comparison
        mirror(&left, &comparison, &right)
        try checkCollections(left.type, comparison, right.type)
        try checkText(left.type, comparison, right.type)
        if case .list(let bounds) = right.expression, comparison.comparator == .between, bounds.count != 2 {
            throw QueryError(.twoBoundsExpected, [.count: String(bounds.count)])
        }
        (left, right) = (try fitted(left, to: right.type, comparison), try fitted(right, to: left.type, comparison))
        try check(left.type, comparison, right.type)
        if case .constant(.string(let pattern)) = right.expression, comparison.comparator == .matches {
            try RegularExpression.check(pattern, [.entity: entity.name])
        }
        let isText = left.type.kind?.isText ?? true
        return ResolvedExpressionComparison(
            left.expression, comparison.comparator, right.expression, quantifier: comparison.quantifier,
            options: isText ? comparison.options : [], variableCount: scope.count)
    }

    /// A quantified collection stands on the left, and `IN` text is text that contains.
    private func mirror(_ left: inout Typed, _ comparison: inout FetchComparison, _ right: inout Typed) {
        let isTextInText =
            comparison.comparator == .isIn && !right.type.isCollection && right.type.kind?.isText ?? false
        if isTextInText {
            swap(&left, &right)
            comparison.comparator = .contains
        } else if comparison.quantifier != .none, !left.type.isCollection, right.type.isCollection,
            comparison.comparator != .isIn, let mirrored = comparison.comparator.mirrored
        {
            swap(&left, &right)
            comparison.comparator = mirrored
        }
    }

    private func checkCollections(
        _ left: ExpressionType, _ comparison: FetchComparison, _ right: ExpressionType
    ) throws(QueryError) {
        switch comparison.comparator {
        case .isIn, .between:
            guard right.isCollection || right.kind == nil else {
                throw QueryError(comparison.comparator == .isIn ? .listExpected : .twoBoundsExpected)
            }
        default:
            guard !right.isCollection else {
                throw QueryError(left.isCollection ? .severalToManySteps : .notComparable, [.found: "list"])
            }
        }
        if comparison.quantifier == .none {
            let isMembership = comparison.comparator == .contains
            guard !left.isCollection || isMembership else { throw QueryError(.toManyNeedsQuantifier) }
        } else {
            guard left.isCollection || left.kind == nil else { throw QueryError(.quantifierNeedsToMany) }
        }
    }

    /// An operand with its constants as they compare with the other's type.
    private func fitted(
        _ operand: Typed, to type: ExpressionType, _ comparison: FetchComparison
    ) throws(QueryError) -> Typed {
        guard let kind = type.kind, kind != .opaque else { return operand }
        let isText = comparison.comparator.isTextOperator && kind.isText
        switch operand.expression {
        case .constant(let value):
            let value = try fitted(value, to: isText ? .text : kind, type)
            return (.constant(value), ExpressionType(value))
        case .list(let elements):
            var list: [ResolvedExpression] = []
            var isConstant = true
            for element in elements {
                guard case .constant(let value) = element else {
                    isConstant = false
                    list.append(element)
                    continue
                }
                list.append(.constant(try fitted(value, to: kind, type)))
            }
            return (.list(list), isConstant ? ExpressionType(kind: kind).collection : operand.type)
        default: return operand
        }
    }

    private func fitted(
        _ value: Value, to kind: ComparisonKind, _ type: ExpressionType
    ) throws(QueryError) -> Value {
        let converted = try kind.converted(value, in: model)
        guard case .decimal(let number) = converted else { return converted }
        return type.number?.nearest(to: number) ?? converted
    }

    /// An operator on text needs text; `CONTAINS` of a collection is none.
    private func checkText(
        _ left: ExpressionType, _ comparison: FetchComparison, _ right: ExpressionType
    ) throws(QueryError) {
        let isMembership = comparison.comparator == .contains && left.isCollection && comparison.quantifier == .none
        guard comparison.comparator.isTextOperator, !isMembership else { return }
        for kind in [left.kind, right.kind] where kind?.isText == false {
            throw QueryError(.textOperatorNeedsText, [.found: kind?.name])
        }
    }

    private func check(
        _ left: ExpressionType, _ comparison: FetchComparison, _ right: ExpressionType
    ) throws(QueryError) {
        switch comparison.comparator {
        case .beginsWith, .endsWith, .like, .matches: return
        case .contains where !left.isCollection || comparison.quantifier != .none: return
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between:
            guard left.kind?.isOrdered ?? true, right.kind?.isOrdered ?? true else {
                throw QueryError(.notComparable, [.found: left.kind?.name])
            }
        case .equal, .notEqual, .isIn, .contains: break
        }
        guard let first = left.kind, let second = right.kind else { return }
        guard first.compares(with: second) else {
            throw QueryError(.notComparable, [.expected: first.name, .found: second.name])
        }
    }
}
