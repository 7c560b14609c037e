import PolystoreModel

extension ResolvedPredicate {
    /// The predicate by names.
    public var predicate: FetchPredicate {
        switch self {
        case .constant(let value): .constant(value)
        case .comparison(let comparison):
            .comparison(
                FetchComparison(
                    comparison.left.expression, comparison.comparator, comparison.right.expression,
                    quantifier: comparison.quantifier, options: comparison.options))
        case .expression(let comparison):
            .comparison(
                FetchComparison(
                    comparison.left.expression, comparison.comparator, comparison.right.expression,
                    quantifier: comparison.quantifier, options: comparison.options))
        case .and(let parts): .and(parts.map(\.predicate))
        case .or(let parts): .or(parts.map(\.predicate))
        case .not(let part): .not(part.predicate)
        }
    }

    /// The predicate as text of the predicate language, with its values: for `explain`.
    public var formatText: String { predicate.formatText }
}

extension ResolvedOperand {
    /// The operand by names.
    public var expression: FetchExpression {
        switch self {
        case .constant(let value): .constant(value)
        case .path(let path): path.expression
        case .values(let values): .aggregate(values.map { .constant($0) })
        case .objects(let objects): .aggregate(objects.sorted().map { .constant(.object($0)) })
        }
    }
}

extension ResolvedPath {
    /// The path by names.
    public var expression: FetchExpression {
        var names = steps.map(\.name)
        switch terminal {
        case .attribute(let attribute): names.append(attribute.name)
        case .count: names.append("@count")
        case .object: if names.isEmpty { return .evaluatedObject }
        }
        return .keyPath(names)
    }
}

extension ResolvedSortKey {
    /// The sort key as text: `-employer.name[c]`.
    public var formatText: String {
        let expression =
            switch term {
            case .path(let path): path.expression
            case .expression(let expression, _): expression.expression
            }
        return SortKey(expression, ascending: isAscending, options: options).formatText
    }
}
