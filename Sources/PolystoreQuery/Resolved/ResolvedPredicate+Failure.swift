import PolystoreModel

extension ResolvedPredicate {
    /// Whether deciding may end in an error for some row: then it must not be decided for rows that do not count.
    package var canFail: Bool {
        switch self {
        case .constant: false
        // A pattern may take too many steps.
        case .comparison(let comparison): comparison.comparator == .matches
        case .expression(let comparison):
            comparison.comparator == .matches || comparison.left.canFail || comparison.right.canFail
        case .and(let parts), .or(let parts): parts.contains(where: \.canFail)
        case .not(let part): part.canFail
        }
    }
}

extension ResolvedExpression {
    /// Whether computing may end in an error for some row: numbers may get too large, and functions of the program throw.
    package var canFail: Bool {
        switch self {
        case .function, .call: return true
        case .steps(let start, let steps): return start.canFail || steps.contains(where: \.isOperation)
        default: return parts.contains(where: \.canFail) || (innerPredicate?.canFail ?? false)
        }
    }
}

extension ResolvedStep {
    fileprivate var isOperation: Bool { if case .operation = self { true } else { false } }
}

extension ResolvedRequest {
    /// Whether deciding about a row or its place in the order may end in an error.
    package var canFail: Bool {
        predicate?.canFail ?? false || sortKeys.contains(where: \.canFail)
    }
}

extension ResolvedSortKey {
    fileprivate var canFail: Bool {
        if case .expression(let expression, _) = term { expression.canFail } else { false }
    }
}
