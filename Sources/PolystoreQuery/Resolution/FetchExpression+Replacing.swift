import PolystoreModel

extension FetchExpression {
    /// The expression with others in the places of some of its nodes, outermost first; nil leaves a node.
    package func replacing(_ replace: (FetchExpression) throws -> FetchExpression?) rethrows -> FetchExpression {
        if let replaced = try replace(self) { return replaced }
        switch self {
        case .constant, .keyPath, .evaluatedObject, .variable: return self
        case .aggregate(let parts): return .aggregate(try parts.map { try $0.replacing(replace) })
        case .function(let name, let parts): return .function(name, try parts.map { try $0.replacing(replace) })
        case .conditional(let test, let first, let second):
            return .conditional(
                try test.replacing(replace), try first.replacing(replace), try second.replacing(replace))
        case .subquery(let collection, let variable, let test):
            return .subquery(
                try collection.replacing(replace), variable: variable, try test.replacing(replace))
        case .path(let start, let names): return .path(try start.replacing(replace), names)
        case .element(let collection, .index(let number)):
            return .element(try collection.replacing(replace), .index(try number.replacing(replace)))
        case .element(let collection, let element): return .element(try collection.replacing(replace), element)
        case .combination(let first, let operation, let second):
            return .combination(try first.replacing(replace), operation, try second.replacing(replace))
        case .assignment(let name, let value): return .assignment(name, try value.replacing(replace))
        case .fetch(let request, let countOnly):
            return .fetch(try request.replacing(replace), countOnly: countOnly)
        }
    }
}

extension FetchPredicate {
    /// The predicate with others in the places of some of the nodes of its expressions; nil leaves a node.
    package func replacing(_ replace: (FetchExpression) throws -> FetchExpression?) rethrows -> FetchPredicate {
        switch self {
        case .constant: return self
        case .comparison(var comparison):
            comparison.left = try comparison.left.replacing(replace)
            comparison.right = try comparison.right.replacing(replace)
            return .comparison(comparison)
        case .and(let parts): return .and(try parts.map { try $0.replacing(replace) })
        case .or(let parts): return .or(try parts.map { try $0.replacing(replace) })
        case .not(let part): return .not(try part.replacing(replace))
        }
    }
}

extension FetchRequestDescription {
    /// The request with others in the places of some of the nodes of its expressions; nil leaves a node.
    package func replacing(
        _ replace: (FetchExpression) throws -> FetchExpression?
    ) rethrows -> FetchRequestDescription {
        var request = self
        request.predicate = try predicate?.replacing(replace)
        for index in sortKeys.indices {
            request.sortKeys[index].expression = try sortKeys[index].expression.replacing(replace)
        }
        return request
    }
}
