import PolystoreModel

extension ResolvedExpressionComparison {
    /// The relationships that the comparison follows; nil when it may ask for objects in another way.
    package var followedRelationships: [ModelRelationship]? {
        guard let left = left.followedRelationships, let right = right.followedRelationships else { return nil }
        return left + right
    }
}

extension ResolvedExpression {
    /// The relationships that the expression follows; nil when it may ask for objects in another way.
    package var followedRelationships: [ModelRelationship]? {
        switch self {
        case .constant, .evaluatedObject, .variable: return []
        case .steps, .list, .function, .cast, .conditional, .subquery, .combination, .end, .size, .element:
            var found: [ModelRelationship] = []
            if case .steps(_, let steps) = self { found = steps.flatMap(\.relationships) }
            for part in parts {
                guard let followed = part.followedRelationships else { return nil }
                found += followed
            }
            guard let test = innerPredicate else { return found }
            return test.followedRelationships.map { found + $0 }
        default: return nil
        }
    }
}

extension ResolvedStep {
    fileprivate var relationships: [ModelRelationship] {
        switch self {
        case .relationship(let relationship): [relationship]
        case .attribute: []
        case .operation(_, let steps): steps.flatMap(\.relationships)
        }
    }
}

extension ResolvedPredicate {
    /// The relationships that comparisons of expressions follow; nil when other comparisons are among them.
    fileprivate var followedRelationships: [ModelRelationship]? {
        switch self {
        case .constant: return []
        case .comparison: return nil
        case .expression(let comparison): return comparison.followedRelationships
        case .not(let part): return part.followedRelationships
        case .and(let parts), .or(let parts):
            var found: [ModelRelationship] = []
            for part in parts {
                guard let followed = part.followedRelationships else { return nil }
                found += followed
            }
            return found
        }
    }
}
