import PolystoreModel

extension RequestResolver {
    /// Resolves a comparison with a path on its left.
    func resolve(
        _ path: ResolvedPath, _ comparison: FetchComparison, _ right: Operand, for entity: ModelEntity
    ) throws(QueryError) -> ResolvedPredicate {
        var comparison = comparison
        // Made for errors only.
        var place: ErrorDetails { [.entity: entity.name, .property: path.text] }
        let isMany = path.toManyIndex != nil && path.terminal != .count
        guard isMany || comparison.quantifier == .none else { throw QueryError(.quantifierNeedsToMany, place) }
        guard !isMany || comparison.quantifier != .none else { throw QueryError(.toManyNeedsQuantifier, place) }
        if case .path(let other) = right, other.toManyIndex != nil, other.terminal != .count {
            throw QueryError(isMany ? .severalToManySteps : .notComparable, place)
        }

        let kind = ComparisonKind(path, of: entity)
        if !kind.isText { comparison.options = [] }
        let resolved = try compare(path, kind, comparison, right, for: entity)
        return comparison.quantifier == .noneOf ? resolved.negated : resolved
    }

    private func compare(
        _ path: ResolvedPath, _ kind: ComparisonKind, _ comparison: FetchComparison, _ right: Operand,
        for entity: ModelEntity
    ) throws(QueryError) -> ResolvedPredicate {
        // Made for errors only.
        var place: ErrorDetails { [.entity: entity.name, .property: path.text] }
        let comparator = comparison.comparator
        func made(_ right: ResolvedOperand) -> ResolvedPredicate {
            // NONE is the negation of ANY; the caller negates.
            let quantifier = comparison.quantifier == .noneOf ? .any : comparison.quantifier
            return .comparison(
                ResolvedComparison(
                    .path(path), comparator, right, quantifier: quantifier, options: comparison.options))
        }
        switch comparator {
        case .isIn: return made(try elements(path, kind, right, for: entity))
        case .between:
            guard kind.isOrdered else { throw QueryError(kind == .opaque ? .notQueryable : .notComparable, place) }
            return try between(path, kind, comparison, right, for: entity, made)
        case .contains, .beginsWith, .endsWith, .like, .matches:
            guard kind.isText else { throw QueryError(.textOperatorNeedsText, place) }
            return made(try text(path, comparator, right, for: entity))
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            guard kind.isOrdered else { throw QueryError(kind == .opaque ? .notQueryable : .notComparable, place) }
        case .equal, .notEqual: break
        }
        switch right {
        case .constant(let value): return made(.constant(try converted(value, for: path, of: entity, as: kind)))
        case .path(let other):
            let otherKind = ComparisonKind(other, of: entity)
            guard kind.compares(with: otherKind) else {
                throw QueryError(
                    .notComparable,
                    [.entity: entity.name, .property: path.text, .expected: kind.name, .found: otherKind.name])
            }
            return made(.path(other))
        case .list:
            throw QueryError(.notComparable, [.entity: entity.name, .property: path.text, .found: "list"])
        }
    }

    /// The right side of IN.
    private func elements(
        _ path: ResolvedPath, _ kind: ComparisonKind, _ right: Operand, for entity: ModelEntity
    ) throws(QueryError) -> ResolvedOperand {
        // Made for errors only.
        var place: ErrorDetails { [.entity: entity.name, .property: path.text] }
        guard kind != .opaque else { throw QueryError(.notQueryable, place) }
        guard case .list(let list) = right else { throw QueryError(.listExpected, place) }
        var values: [Value] = []
        var objects = Set<ObjectID>()
        for element in list {
            guard case .constant(let constant) = element else {
                throw QueryError(.unsupportedExpression, [.property: path.text, .found: "key path in a list"])
            }
            switch try converted(constant, for: path, of: entity, as: kind) {
            case .missing: continue
            case .object(let object): objects.insert(object)
            case let value: values.append(value)
            }
        }
        if case .object = kind { return .objects(objects) }
        return .values(values)
    }

    /// The right side of an operator on text.
    private func text(
        _ path: ResolvedPath, _ comparator: FetchComparison.Operator, _ right: Operand, for entity: ModelEntity
    ) throws(QueryError) -> ResolvedOperand {
        // Made for errors only.
        var place: ErrorDetails { [.entity: entity.name, .property: path.text] }
        switch right {
        case .constant(let value):
            let text = try converted(value, for: path, of: entity, as: .text)
            if comparator == .matches, case .string(let pattern) = text { try RegularExpression.check(pattern, place) }
            return .constant(text)
        case .path(let other):
            guard ComparisonKind(other, of: entity).isText, comparator != .matches else {
                throw QueryError(.textOperatorNeedsText, [.entity: entity.name, .property: other.text])
            }
            return .path(other)
        case .list: throw QueryError(.textOperatorNeedsText, place)
        }
    }

    /// Two bounds: constants in one comparison, or a comparison with each where one is a path.
    private func between(
        _ path: ResolvedPath, _ kind: ComparisonKind, _ comparison: FetchComparison, _ right: Operand,
        for entity: ModelEntity, _ made: (ResolvedOperand) -> ResolvedPredicate
    ) throws(QueryError) -> ResolvedPredicate {
        guard case .list(let list) = right, list.count == 2 else {
            let count = if case .list(let list) = right { list.count } else { 1 }
            throw QueryError(
                .twoBoundsExpected, [.entity: entity.name, .property: path.text, .count: String(count)])
        }
        if case .constant(let lower) = list[0], case .constant(let upper) = list[1] {
            let lower = try converted(lower, for: path, of: entity, as: kind)
            return made(.values([lower, try converted(upper, for: path, of: entity, as: kind)]))
        }
        guard comparison.quantifier == .none else {
            throw QueryError(.unsupportedExpression, [.property: path.text, .found: "key path in a list"])
        }
        var (first, second) = (comparison, comparison)
        first.comparator = .greaterOrEqual
        second.comparator = .lessOrEqual
        let isAbove = try compare(path, kind, first, list[0], for: entity)
        return .all(of: [isAbove, try compare(path, kind, second, list[1], for: entity)])
    }
}
