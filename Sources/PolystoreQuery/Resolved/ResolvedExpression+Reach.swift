import PolystoreModel

extension ResolvedExpressionComparison {
    /// Whether the comparison reads rows of other objects than the evaluated one.
    public var readsOtherObjects: Bool { left.readsOtherObjects || right.readsOtherObjects }

    /// The paths from the evaluated object that the comparison follows, for reading ahead.
    public var pathsToReadAhead: [ResolvedPath] {
        var collector = ReadAheadPaths()
        collector.visit(self)
        return Array(collector.paths)
    }
}

extension ResolvedExpression {
    /// Whether the expression reads rows of other objects than the evaluated one.
    var readsOtherObjects: Bool {
        if case .steps(let start, let steps) = self {
            guard case .evaluatedObject = start, steps.count == 1, case .attribute = steps[0] else { return true }
            return false
        }
        return parts.contains(where: \.readsOtherObjects) || (innerPredicate?.readsOtherObjects ?? false)
    }

    /// The paths from the evaluated object that the expression follows, also through variables and subqueries.
    var pathsToReadAhead: [ResolvedPath] {
        var collector = ReadAheadPaths()
        collector.visit(self)
        return Array(collector.paths)
    }
}
