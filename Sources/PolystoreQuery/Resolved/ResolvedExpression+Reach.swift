import PolystoreModel

extension ResolvedExpressionComparison {
    /// Whether the comparison reads rows of other objects than the evaluated one.
    public var readsOtherObjects: Bool { left.readsOtherObjects || right.readsOtherObjects }

    /// The paths from the evaluated object that the comparison follows, for reading ahead.
    public var pathsToReadAhead: [ResolvedPath] { left.pathsToReadAhead + right.pathsToReadAhead }
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

    /// The paths from the evaluated object that the expression follows, as far as no operator stands in between.
    var pathsToReadAhead: [ResolvedPath] {
        var paths = parts.flatMap(\.pathsToReadAhead) + (innerPredicate?.pathsToReadAhead ?? [])
        if case .steps(.evaluatedObject, let steps) = self, let path = ResolvedPath(readingAhead: steps) {
            paths.append(path)
        }
        return paths
    }
}

extension ResolvedPredicate {
    /// The paths from the evaluated object that comparisons of expressions follow.
    var pathsToReadAhead: [ResolvedPath] {
        switch self {
        case .constant, .comparison: []
        case .expression(let comparison): comparison.pathsToReadAhead
        case .and(let parts), .or(let parts): parts.flatMap(\.pathsToReadAhead)
        case .not(let part): part.pathsToReadAhead
        }
    }
}

extension ResolvedPath {
    /// The relationships at the beginning of steps, and the attribute behind them; nil when there is no relationship.
    fileprivate init?(readingAhead steps: [ResolvedStep]) {
        self.init(terminal: .object)
        for step in steps {
            switch step {
            case .relationship(let relationship): self.steps.append(relationship)
            case .attribute(let attribute): terminal = .attribute(attribute)
            case .operation(_, let inner):
                guard let rest = ResolvedPath(readingAhead: inner) ?? ResolvedPath(value: inner) else { break }
                self.steps += rest.steps
                terminal = rest.terminal
            }
        }
        guard !self.steps.isEmpty else { return nil }
    }

    private init?(value steps: [ResolvedStep]) {
        guard case .attribute(let attribute)? = steps.first else { return nil }
        self.init(terminal: .attribute(attribute))
    }
}
