import PolystoreModel

extension ResolvedRequest {
    /// Whether the request and its order look at the rows of the objects alone, at nothing that they refer to.
    ///
    /// A reference in a row counts as the row's own; some stores keep it elsewhere, and whoever asks has to know.
    package var looksAtOwnRowsOnly: Bool {
        (predicate?.looksAtOwnRowOnly ?? true) && sortKeys.allSatisfy(\.looksAtOwnRowOnly)
    }

    /// Whether a path of the request leads through a relationship.
    package var followsRelationships: Bool {
        (predicate?.allRelationships.map { !$0.isEmpty } ?? (predicate != nil))
            || sortKeys.contains { $0.path.map { !$0.steps.isEmpty } ?? true }
    }

    /// The hierarchies whose objects decide what the request finds and in which order, its own among them; nil where that
    /// cannot be told.
    package var involvedRoots: Set<RootNumber>? {
        var roots: Set<RootNumber> = [entity.rootNumber]
        var relationships: [ModelRelationship] = []
        if let predicate {
            guard let followed = predicate.allRelationships else { return nil }
            relationships += followed
        }
        for key in sortKeys {
            switch key.term {
            case .path(let path): relationships += path.steps
            case .expression(let expression, _):
                guard let followed = expression.followedRelationships else { return nil }
                relationships += followed
            }
        }
        for relationship in relationships {
            roots.insert(relationship.entity.rootNumber)
            roots.insert(relationship.destination.rootNumber)
        }
        return roots
    }
}

extension ResolvedSortKey {
    fileprivate var looksAtOwnRowOnly: Bool { path.map { !$0.readsOtherObjects } ?? false }
}

extension ResolvedPredicate {
    fileprivate var looksAtOwnRowOnly: Bool {
        switch self {
        case .constant: true
        case .comparison: !readsOtherObjects
        case .expression: false
        case .not(let part): part.looksAtOwnRowOnly
        case .and(let parts), .or(let parts): parts.allSatisfy(\.looksAtOwnRowOnly)
        }
    }

    /// The relationships that the predicate follows; nil when it may ask for objects in another way.
    fileprivate var allRelationships: [ModelRelationship]? {
        switch self {
        case .constant: return []
        case .comparison(let comparison):
            var found: [ModelRelationship] = []
            for case .path(let path) in [comparison.left, comparison.right] { found += path.steps }
            return found
        case .expression(let comparison): return comparison.followedRelationships
        case .not(let part): return part.allRelationships
        case .and(let parts), .or(let parts):
            var found: [ModelRelationship] = []
            for part in parts {
                guard let followed = part.allRelationships else { return nil }
                found += followed
            }
            return found
        }
    }
}
