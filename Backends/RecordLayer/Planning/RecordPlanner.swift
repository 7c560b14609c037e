import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Finds the cheapest access path to a query's objects: by key, by one index or several, or through all records of the
/// hierarchy.
///
/// It takes what keys answer exactly, and what the evaluator tells from a row alone; everything else stays with the caller,
/// so a plan never changes an answer.
struct RecordPlanner {
    let catalog: RecordCatalog
    /// Where numbers of entries are found out; when they cannot be had, paths are chosen by their form.
    let statistics: RecordStatistics
    /// Whether rows must come in the query's order, because that was promised.
    var requiresOrder = false

    func plan(_ query: StoreQuery) -> StorePlan {
        guard let entity = query.entities.first, let root = catalog.number(of: entity.rootNumber) else {
            return finish(query, 0, [], nothing(query))
        }
        let conjuncts = query.predicate?.conjuncts ?? []
        if conjuncts.contains(where: { $0.isConstant(false) }) {
            return finish(query, root, [], nothing(query))
        }
        let finder = PathFinder(catalog: catalog, query: query, conjuncts: conjuncts)
        let choice = PathChoice(query: query, root: root, conjuncts: conjuncts, statistics: statistics)
        var narrow = finder.narrowPaths()
        narrow += referringPaths(query, conjuncts)
        if requiresOrder { narrow.removeAll { !$0.isSorted } }
        let path = choice.best(of: narrow, orders: { finder.orderedPaths }) ?? finder.scan()
        var plan = finish(query, root, conjuncts, path)
        if choice.isFoundByForm(narrow, orders: { finder.orderedPaths }),
            var payload = plan.payload(as: RecordPlan.self)
        {
            payload.form = ConditionForms(finder.conditions)
            plan.payload = payload
        }
        return plan
    }

    private func nothing(_ query: StoreQuery) -> AccessPath? {
        query.entities.first.map { AccessPath(access: .nothing, scope: $0, isSorted: true) }
    }

    private func finish(
        _ query: StoreQuery, _ root: UInt16, _ conjuncts: [ResolvedPredicate], _ path: AccessPath?
    ) -> StorePlan {
        guard let path else {
            return StorePlan(
                query: query, residual: nil, isSorted: query.isOrdered, isLimited: false,
                payload: RecordPlan(root: root, access: .nothing))
        }
        var filter: [ResolvedPredicate] = []
        var rest: [ResolvedPredicate] = []
        for (position, conjunct) in conjuncts.enumerated() where !path.exact.contains(position) {
            // What a row's own slots tell is asked of the row where it lies, before it is verified and copied.
            if conjunct.isToldByOwnSlots { filter.append(conjunct) } else { rest.append(conjunct) }
        }
        var plan = RecordPlan(root: root, access: path.access, direction: path.direction)
        if case .nothing = path.access {} else { plan.entities = catalog.entityFilter(query, covering: path.scope) }
        plan.filter = .conjunction(filter)
        let residual = ResolvedPredicate.conjunction(rest)
        let isSorted = path.isSorted && query.isOrdered
        // The first few of many are found on the rows where they lie; a sort of all is the caller's.
        let findsTop =
            residual == nil && !isSorted && query.isOrdered && query.limit != nil
            && query.sortKeys.allSatisfy { $0.path?.isInOwnSlots ?? false }
        plan.limit = residual == nil && (isSorted || findsTop) ? query.limit : nil
        plan.top = findsTop ? query.sortKeys : nil
        plan.generation = catalog.generation
        return StorePlan(
            query: query, residual: residual, isSorted: isSorted || findsTop, isLimited: plan.limit != nil,
            payload: plan)
    }
}
