import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension RecordPlanner {
    /// The access paths from what a to-one relationship leads to: the objects that satisfy the rest of its key path are found
    /// by an index, and those that refer to them by the relationship's.
    ///
    /// For relationships that stay in the store only, and conditions that do not hold where a value is missing: an object
    /// without a destination is found by no other one.
    func referringPaths(_ query: StoreQuery, _ conjuncts: [ResolvedPredicate]) -> [AccessPath] {
        conjuncts.indices.compactMap { position in
            guard case .comparison(let comparison) = conjuncts[position], comparison.quantifier == .none,
                comparison.isFalseWhenMissing, case .path(var path) = comparison.left,
                let relationship = path.steps.first,
                relationship.form == .reference, path.steps.count > 1 || path.terminal != .object,
                !catalog.leavingReferences.contains(relationship), let definition = catalog.index(of: relationship),
                query.entities.allSatisfy({ $0.isKind(of: definition.entity) })
            else { return nil }
            path.steps.removeFirst()
            var rest = comparison
            rest.left = .path(path)
            return referringPath(query, relationship, definition, .comparison(rest), position)
        }
    }

    private func referringPath(
        _ query: StoreQuery, _ relationship: ModelRelationship, _ definition: IndexDefinition,
        _ condition: ResolvedPredicate, _ position: Int
    ) -> AccessPath? {
        let family = relationship.destination.concreteFamily.filter { catalog.number(of: $0) != nil }
        if family.isEmpty { return nil }
        var destinations = StoreQuery(entities: family)
        destinations.predicate = condition
        let found = RecordPlanner(catalog: catalog, statistics: statistics).plan(destinations)
        guard found.isExact, let plan = found.payload(as: RecordPlan.self), plan.isNarrow else { return nil }
        var path = AccessPath(access: .referring(definition, plan), scope: definition.entity)
        path.exact = PositionSet(position)
        path.isNarrow = true
        return path
    }
}

extension RecordPlan {
    /// Whether it finds objects without looking at all of a hierarchy.
    fileprivate var isNarrow: Bool {
        switch access {
        case .records: false
        case .index(let definition, _), .merged(let definition, _): definition.purpose != .entity
        case .nothing, .keys, .union, .referring: true
        }
    }
}

extension ResolvedComparison {
    /// Whether no missing value on the left satisfies the comparison, and the right is a constant.
    fileprivate var isFalseWhenMissing: Bool {
        switch (comparator, right) {
        case (.notEqual, _), (_, .path): false
        case (_, .constant(let value)): !value.isMissing
        case (_, .values(let values)): !values.contains(where: \.isMissing)
        case (_, .objects): true
        }
    }
}
