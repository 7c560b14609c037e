import PolystoreModel

extension FetchPredicate {
    /// The key paths from the evaluated object on, in the order in which they stand.
    package var keyPaths: [[String]] {
        switch self {
        case .constant: []
        case .comparison(let comparison): comparison.left.keyPaths + comparison.right.keyPaths
        case .and(let parts), .or(let parts): parts.flatMap(\.keyPaths)
        case .not(let part): part.keyPaths
        }
    }
}

extension FetchExpression {
    /// The key paths from the evaluated object on; those of a subquery's own objects are not among them.
    package var keyPaths: [[String]] {
        switch self {
        // A fetch has paths of its own, of another entity.
        case .constant, .evaluatedObject, .variable, .fetch: []
        // What stands behind an operator is of the elements of what stands before it.
        case .keyPath(let names, _):
            names.firstIndex { $0.hasPrefix("@") && $0 != "@count" }.map { $0 == 0 ? [] : [Array(names[..<$0])] }
                ?? [names]
        case .aggregate(let elements), .function(_, let elements): elements.flatMap(\.keyPaths)
        case .conditional(let predicate, let first, let second):
            predicate.keyPaths + first.keyPaths + second.keyPaths
        case .subquery(let part, _, _), .path(let part, _), .assignment(_, let part): part.keyPaths
        case .element(let collection, .index(let number)): collection.keyPaths + number.keyPaths
        case .element(let collection, _): collection.keyPaths
        case .combination(let first, _, let second): first.keyPaths + second.keyPaths
        }
    }
}
