import PolystoreModel

/// A sort key with resolved names: a path through to-one relationships that ends in an attribute or an object, or an
/// expression with one value.
public struct ResolvedSortKey: Hashable, Sendable {
    /// The term that is compared.
    public enum Term: Hashable, Sendable {
        /// What stands at the end of a path.
        case path(ResolvedPath)
        /// What an expression gives: a store that cannot compute it with the same meaning leaves the order to the rows.
        case expression(ResolvedExpression, variableCount: Int)
    }

    /// The term that is compared.
    public var term: Term
    /// Whether small values come first.
    public var isAscending: Bool
    /// How text is folded before it is compared.
    public var options: FetchComparison.Options

    /// Makes a sort key of a path.
    public init(_ path: ResolvedPath, ascending: Bool = true, options: FetchComparison.Options = []) {
        term = .path(path)
        isAscending = ascending
        self.options = options
    }

    /// Makes a sort key of an expression that sets so many variables.
    public init(
        _ expression: ResolvedExpression, variableCount: Int, ascending: Bool = true,
        options: FetchComparison.Options = []
    ) {
        term = .expression(expression, variableCount: variableCount)
        isAscending = ascending
        self.options = options
    }

    /// The path that is compared by; nil for an expression.
    public var path: ResolvedPath? {
        if case .path(let path) = term { path } else { nil }
    }

    /// Whether the order needs rows of other objects than the sorted ones.
    public var readsOtherObjects: Bool {
        switch term {
        case .path(let path): path.readsOtherObjects
        case .expression(let expression, _): expression.readsOtherObjects
        }
    }

    /// The paths that the order follows, for reading ahead.
    package var pathsToReadAhead: [ResolvedPath] {
        switch term {
        case .path(let path): path.steps.isEmpty ? [] : [path]
        case .expression(let expression, _): expression.pathsToReadAhead
        }
    }
}
