import PolystoreStorage

/// Where an expression stands: what its paths start from.
struct GraphScope: Sendable {
    /// The entity of what paths start from.
    let entity: GraphEntity
    /// The start of paths; nil is the evaluated object.
    var start: FetchExpression?
    /// The scope around a subquery.
    var outer: [GraphScope] = []

    /// Names as an expression.
    func path(_ names: [String]) -> FetchExpression {
        if let start { return names.isEmpty ? start : .path(start, names) }
        return names.isEmpty ? .evaluatedObject : .keyPath(names)
    }
}
