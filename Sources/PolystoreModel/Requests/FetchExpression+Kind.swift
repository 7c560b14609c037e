extension FetchExpression {
    /// The kinds of expressions.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case constant, keyPath, evaluatedObject, variable, aggregate, function, conditional, subquery, path, element
        case combination, assignment, fetch
    }

    /// The kind of the outermost node.
    public var kind: Kind {
        switch self {
        case .constant: .constant
        case .keyPath: .keyPath
        case .evaluatedObject: .evaluatedObject
        case .variable: .variable
        case .aggregate: .aggregate
        case .function: .function
        case .conditional: .conditional
        case .subquery: .subquery
        case .path: .path
        case .element: .element
        case .combination: .combination
        case .assignment: .assignment
        case .fetch: .fetch
        }
    }
}
