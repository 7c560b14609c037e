/// One key of an order: an expression over the fetched object, a direction, and how text is folded.
///
/// Missing values come first ascending and last descending. Text is ordered by its UTF-8 bytes, after folding.
public struct SortKey: Hashable, Sendable, Codable {
    /// The sort expression: computed of each object and compared.
    public var expression: FetchExpression
    /// Whether small values come first.
    public var isAscending: Bool
    /// How text is folded before it is compared.
    public var options: FetchComparison.Options

    /// Makes a sort key of property names from the fetched object on.
    public init(_ keyPath: [String], ascending: Bool = true, options: FetchComparison.Options = []) {
        self.init(.keyPath(keyPath), ascending: ascending, options: options)
    }

    /// Makes a sort key of an expression.
    public init(_ expression: FetchExpression, ascending: Bool = true, options: FetchComparison.Options = []) {
        self.expression = expression
        isAscending = ascending
        self.options = options
    }

    /// The property names from the fetched object on; nil for any other expression.
    public var keyPath: [String]? {
        if case .keyPath(let names, _) = expression { names } else { nil }
    }

    /// The token that a plain path begins with.
    package var root: PathRoot {
        if case .keyPath(_, let root) = expression { root } else { .names }
    }
}
