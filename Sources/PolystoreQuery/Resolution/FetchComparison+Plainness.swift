import PolystoreModel

extension FetchComparison {
    /// Whether an operand is more than a path, a value or a list of values, so that only the evaluator can decide it.
    func needsExpressions(_ variables: [String: FetchExpression]) -> Bool {
        if options.contains(.localized) || comparator == .matches { return true }
        if left.needsExpressions(variables) || right.needsExpressions(variables) { return true }
        if left.isList { return true }
        if case .aggregate(let elements) = right {
            let isPlain = comparator == .between && quantifier == .none
            return !isPlain && elements.contains { $0.isPath(variables) }
        }
        return false
    }
}

extension FetchExpression {
    fileprivate func needsExpressions(_ variables: [String: FetchExpression]) -> Bool {
        switch self {
        case .constant, .evaluatedObject: false
        case .keyPath(let names, _): names.dropLast().contains { $0.hasPrefix("@") } || names.last?.isOperator ?? false
        case .variable(let name): variables[name]?.needsExpressions([:]) ?? false
        case .aggregate(let elements): elements.contains { $0.needsExpressions(variables) || $0.isList }
        // What a fetch found is a list of values, or a number.
        case .fetch: false
        case .path where isFetched: false
        case .function, .conditional, .subquery, .path, .element, .combination, .assignment: true
        }
    }

    fileprivate var isList: Bool {
        switch self {
        case .aggregate, .fetch(_, countOnly: false): true
        case .path(.fetch, let names): !names.contains { $0.hasPrefix("@") }
        default: false
        }
    }

    /// Whether the expression leads to something of the evaluated object.
    fileprivate func isPath(_ variables: [String: FetchExpression]) -> Bool {
        switch self {
        case .keyPath, .evaluatedObject: true
        case .variable(let name): variables[name]?.isPath([:]) ?? false
        default: false
        }
    }
}

extension String {
    /// Whether the name is an operator on collections that plain paths do not end in.
    fileprivate var isOperator: Bool { hasPrefix("@") && self != "@count" }
}
