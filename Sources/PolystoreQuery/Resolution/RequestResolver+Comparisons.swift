import PolystoreModel

extension RequestResolver {
    /// Resolves a comparison.
    func resolve(_ comparison: FetchComparison, for entity: ModelEntity) throws(QueryError) -> ResolvedPredicate {
        let goesFar = goesFar(comparison.left, entity) || goesFar(comparison.right, entity)
        if goesFar || comparison.needsExpressions(variables) {
            do throws(QueryError) {
                var scope = ExpressionScope()
                return .expression(try expressions(comparison, for: entity, &scope, depth: 0))
            } catch {
                var error = error
                if error.details[.entity] == nil { error.details[.entity] = entity.name }
                if error.details[.property] == nil, case .keyPath(let names, _) = comparison.left {
                    error.details[.property] = names.joined(separator: ".")
                }
                throw error
            }
        }
        if let bounds = try boundsAround(comparison, for: entity) { return bounds }
        var left = try operand(comparison.left, for: entity)
        var right = try operand(comparison.right, for: entity)
        var comparison = comparison
        var isThere: ResolvedPredicate?
        if comparison.comparator == .contains, comparison.quantifier == .none, isCollection(left) {
            // `tags.label CONTAINS "red"`: the collection has the element on the right.
            (left, right) = (right, left)
            comparison.comparator = .isIn
        }
        if shouldMirror(left, comparison.comparator, right), let mirrored = comparison.comparator.mirrored {
            (left, right) = (right, left)
            if comparison.comparator == .isIn, comparison.quantifier == .none {
                comparison.quantifier = .any
                // A missing value is in no collection, although it is equal to a missing element.
                isThere = presence(right)
            }
            comparison.comparator = mirrored
        }
        if comparison.comparator == .isIn, isTextSearch(left, right, comparison.quantifier, of: entity) {
            // `"a" IN name`: the text on the right contains the one on the left.
            (left, right) = (right, left)
            comparison.comparator = .contains
        }
        switch (left, right) {
        case (.path(let path), _):
            let resolved = try resolve(path, comparison, right, for: entity)
            return isThere.map { .all(of: [$0, resolved]) } ?? resolved
        case (.constant(let value), .path(let path)):
            return try resolve(constant: value, comparison, path, for: entity)
        case (.constant(let left), .constant(let right)): return try resolve(constants: left, comparison, [right])
        case (.constant(let left), .list(let list)):
            return try resolve(constants: left, comparison, try constants(list))
        case (.list, _): throw QueryError(.notComparable, [.found: "list"])
        }
    }

    /// A value between bounds of the object: `10 BETWEEN {low, high}` is a comparison with each.
    private func boundsAround(
        _ comparison: FetchComparison, for entity: ModelEntity
    ) throws(QueryError) -> ResolvedPredicate? {
        guard comparison.comparator == .between, comparison.quantifier == .none,
            case .aggregate(let bounds) = bound(comparison.right), bounds.count == 2,
            case .constant = bound(comparison.left)
        else { return nil }
        let areValues = bounds.allSatisfy { if case .constant = bound($0) { true } else { false } }
        if areValues { return nil }
        let isAbove = FetchComparison(bounds[0], .lessOrEqual, comparison.left, options: comparison.options)
        let isBelow = FetchComparison(comparison.left, .lessOrEqual, bounds[1], options: comparison.options)
        return .all(of: [try resolve(isAbove, for: entity), try resolve(isBelow, for: entity)])
    }

    /// An expression, or the value of the variable that it is.
    private func bound(_ expression: FetchExpression) -> FetchExpression {
        if case .variable(let name) = expression, let value = variables[name] { value } else { expression }
    }

    /// Whether an operand has several values.
    private func isCollection(_ operand: Operand) -> Bool {
        if case .path(let path) = operand { path.toManyIndex != nil && path.terminal != .count } else { false }
    }

    /// Whether the right side of `IN` is a text, which may contain the one on the left.
    private func isTextSearch(
        _ left: Operand, _ right: Operand, _ quantifier: FetchComparison.Quantifier, of entity: ModelEntity
    ) -> Bool {
        func isText(_ operand: Operand) -> Bool {
            switch operand {
            case .constant(.string): true
            case .path(let path): path.toManyIndex == nil && ComparisonKind(path, of: entity).isText
            case .constant, .list: false
            }
        }
        // Beside a path a missing text is one, too.
        if case .path = right { return isText(right) }
        return isText(right) && isText(left) && quantifier == .none
    }

    /// Whether a path goes through several to-many relationships: then its values are collected by the evaluator.
    private func goesFar(_ expression: FetchExpression, _ entity: ModelEntity) -> Bool {
        switch expression {
        case .variable(let name): return variables[name].map { goesFar($0, entity) } ?? false
        case .aggregate(let parts): return parts.contains { goesFar($0, entity) }
        case .keyPath(let names, _):
            var (current, count) = (entity, 0)
            for name in names {
                guard let relationship = current.relationship(named: name) else { break }
                if relationship.isToMany { count += 1 }
                current = relationship.destination
            }
            return count > 1
        default: return false
        }
    }

    /// Whether an operand has a value; nil for what always has one.
    private func presence(_ operand: Operand) -> ResolvedPredicate? {
        switch operand {
        case .constant(.missing): .constant(false)
        case .path(let path) where path != .evaluatedObject:
            .comparison(ResolvedComparison(.path(path), .notEqual, .constant(.missing)))
        case .constant, .path, .list: nil
        }
    }

    /// Whether the operands change places: a path stands on the left, the one with a to-many step if there is one.
    private func shouldMirror(_ left: Operand, _ comparator: FetchComparison.Operator, _ right: Operand) -> Bool {
        switch (left, right) {
        case (.constant, .path(let path)): comparator != .isIn || path.toManyIndex != nil
        case (.path(let left), .path(let right)):
            left.toManyIndex == nil && right.toManyIndex != nil && right.terminal != .count
        default: false
        }
    }

    private func constants(_ list: [Operand]) throws(QueryError) -> [Value] {
        var values: [Value] = []
        for element in list {
            guard case .constant(let value) = element else {
                throw QueryError(.unsupportedExpression, [.found: "key path in a list"])
            }
            values.append(value)
        }
        return values
    }

    /// A comparison of constants is decided here.
    private func resolve(
        constants left: Value, _ comparison: FetchComparison, _ right: [Value]
    ) throws(QueryError) -> ResolvedPredicate {
        guard comparison.quantifier == .none else { throw QueryError(.quantifierNeedsToMany) }
        let comparator = ValueComparison(comparison.comparator, comparison.options)
        switch comparison.comparator {
        case .isIn: return .constant(comparator.matches(left, anyOf: right))
        case .between:
            guard right.count == 2 else { throw QueryError(.twoBoundsExpected, [.count: String(right.count)]) }
            return .constant(comparator.matches(left, between: right[0], right[1]))
        case .matches: throw QueryError(.unsupportedExpression, [.function: "MATCHES"])
        default:
            guard right.count == 1 else { throw QueryError(.notComparable, [.found: "list"]) }
            return .constant(comparator.matches(left, right[0]))
        }
    }

    /// Text operators read from left to right, so a constant may stay on their left.
    private func resolve(
        constant value: Value, _ comparison: FetchComparison, _ path: ResolvedPath, for entity: ModelEntity
    ) throws(QueryError) -> ResolvedPredicate {
        guard comparison.comparator.isTextOperator, comparison.comparator != .matches else {
            if comparison.comparator == .isIn {
                throw QueryError(.listExpected, [.entity: entity.name, .property: path.text])
            }
            throw QueryError(.notComparable, [.entity: entity.name, .property: path.text])
        }
        let kind = ComparisonKind(path, of: entity)
        guard kind.isText, path.toManyIndex == nil, comparison.quantifier == .none else {
            throw QueryError(.textOperatorNeedsText, [.entity: entity.name, .property: path.text])
        }
        let text = try converted(value, for: path, of: entity, as: .text)
        return .comparison(
            ResolvedComparison(
                .constant(text), comparison.comparator, .path(path), options: comparison.options))
    }
}

extension FetchComparison.Operator {
    /// The operator that says the same of the operands in the other order; nil when there is none.
    var mirrored: FetchComparison.Operator? {
        switch self {
        case .equal, .notEqual: self
        // An element of a to-many path: one of the elements is equal.
        case .isIn: .equal
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        case .between, .contains, .beginsWith, .endsWith, .like, .matches: nil
        }
    }

    /// Whether the operator works on text.
    var isTextOperator: Bool {
        switch self {
        case .contains, .beginsWith, .endsWith, .like, .matches: true
        default: false
        }
    }
}
