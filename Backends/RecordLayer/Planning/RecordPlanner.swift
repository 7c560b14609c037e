import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Finds the cheapest way to a query's objects: by key, by an index, or through all records of the hierarchy.
///
/// It takes what keys answer exactly, and what the evaluator tells from a row alone; everything else stays with the caller,
/// so a plan never changes an answer.
struct RecordPlanner {
    let catalog: RecordCatalog

    init(_ catalog: RecordCatalog) { self.catalog = catalog }

    func plan(_ query: StoreQuery) -> StorePlan {
        guard let entity = query.entities.first, let root = catalog.number(of: entity.rootNumber) else {
            return finish(query, RecordPlan(root: 0, access: .nothing), [], isSorted: true, "nothing: not stored here")
        }
        let conjuncts = query.predicate?.conjuncts ?? []
        if conjuncts.contains(.constant(false)) {
            return finish(query, RecordPlan(root: root, access: .nothing), [], isSorted: true, "nothing: always false")
        }
        if let plan = planByKeys(query, root, conjuncts) { return plan }
        let candidates = catalog.definitions.compactMap { IndexCandidate($0, query, conjuncts, catalog) }
        // The first of the best: the order of definitions is that of the model, so plans are the same every time.
        if let best = candidates.max(by: { $0.score < $1.score }), best.score > 0 {
            let first = candidates.first { $0.score == best.score } ?? best
            return plan(query, root, conjuncts, first)
        }
        return planScan(query, root, conjuncts)
    }

    /// `SELF == object`, `SELF IN objects`.
    private func planByKeys(_ query: StoreQuery, _ root: UInt16, _ conjuncts: [ResolvedPredicate]) -> StorePlan? {
        for (index, conjunct) in conjuncts.enumerated() {
            guard let objects = objects(conjunct) else { continue }
            let rootNumber = query.entities[0].rootNumber
            let keys = Set(objects.lazy.filter { $0.store == catalog.store && $0.root == rootNumber }.map(\.key))
            var rest = conjuncts
            rest.remove(at: index)
            let plan = RecordPlan(
                root: root, access: .keys(keys.sorted()), direction: query.isKeyAscending ? .forward : .backward,
                entities: entityFilter(query, covering: query.entities[0].root))
            return finish(
                query, plan, rest, isSorted: query.sortKeys.isEmpty || keys.count <= 1, "look up \(keys.count) keys")
        }
        return nil
    }

    private func objects(_ predicate: ResolvedPredicate) -> [ObjectID]? {
        guard case .comparison(let comparison) = predicate, comparison.quantifier == .none,
            case .path(.evaluatedObject) = comparison.left
        else { return nil }
        switch (comparison.comparator, comparison.right) {
        case (.equal, .constant(.object(let object))): return [object]
        case (.isIn, .objects(let objects)): return Array(objects)
        case (.isIn, .values(let values)):
            var objects: [ObjectID] = []
            for value in values {
                guard case .object(let object) = value else { return nil }
                objects.append(object)
            }
            return objects
        default: return nil
        }
    }

    private func plan(
        _ query: StoreQuery, _ root: UInt16, _ conjuncts: [ResolvedPredicate], _ candidate: IndexCandidate
    ) -> StorePlan {
        let rest = conjuncts.indices.filter { !candidate.used.contains($0) }.map { conjuncts[$0] }
        let definition = candidate.definition
        let plan = RecordPlan(
            root: root, access: .index(definition, candidate.ranges),
            direction: candidate.isBackward ? .backward : .forward,
            entities: entityFilter(query, covering: definition.entity))
        let ranges = candidate.ranges.count == 1 ? "1 range" : "\(candidate.ranges.count) ranges"
        return finish(query, plan, rest, isSorted: candidate.isSorted, "index \(definition.text): \(ranges)")
    }

    private func planScan(_ query: StoreQuery, _ root: UInt16, _ conjuncts: [ResolvedPredicate]) -> StorePlan {
        let names = query.entities.map(\.name).joined(separator: ", ")
        let filter = entityFilter(query, covering: query.entities[0].root)
        var plan = RecordPlan(root: root, access: .records, entities: filter)
        // One entity among several of its hierarchy has an index of its own, also in key order.
        if filter?.count == 1, let number = filter?.first,
            let definition = catalog.definitions.first(where: {
                $0.purpose == .entity && $0.entity === query.entities[0].root
            })
        {
            var prefix: [UInt8] = []
            KeyEncoding.append(definition.number, to: &prefix)
            KeyEncoding.append(number, to: &prefix)
            plan.access = .index(definition, [IndexRange(prefix: prefix)])
            plan.entities = nil
        }
        plan.direction = query.isKeyAscending ? .forward : .backward
        return finish(query, plan, conjuncts, isSorted: query.sortKeys.isEmpty, "scan \(names)")
    }

    /// The entities that must be told apart among the objects below an entity; nil when all of them are wanted.
    private func entityFilter(_ query: StoreQuery, covering entity: ModelEntity) -> [UInt16]? {
        let wanted = Set(query.entities)
        let present = catalog.layouts.all.filter { $0.entity?.isKind(of: entity) ?? true }
        // Rows of an entity that the model no longer has are never wanted.
        if present.allSatisfy({ layout in layout.entity.map(wanted.contains) ?? false }) { return nil }
        return query.entities.compactMap(catalog.number(of:)).sorted()
    }

    private func finish(
        _ query: StoreQuery, _ plan: RecordPlan, _ rest: [ResolvedPredicate], isSorted: Bool, _ step: String
    ) -> StorePlan {
        var plan = plan
        // What a row's own slots tell is asked of the row where it lies, before it is verified and copied.
        plan.filter = ResolvedPredicate.conjunction(rest.filter(\.isToldByOwnSlots))
        let residual = ResolvedPredicate.conjunction(rest.filter { !$0.isToldByOwnSlots })
        let isSorted = isSorted && query.isOrdered
        var steps = [StorePlan.Step(step)]
        if let filter = plan.filter { steps.append("keep rows where \(filter.formatText)") }
        if isSorted { steps.append(plan.direction == .forward ? "in order" : "in order, backwards") }
        // The first few of many are found on the rows where they lie; a sort of all is the caller's.
        let findsTop =
            residual == nil && !isSorted && query.isOrdered && query.limit != nil
            && query.sortKeys.allSatisfy { $0.path?.isInOwnSlots ?? false }
        let limit = residual == nil && (isSorted || findsTop) ? query.limit : nil
        plan.limit = limit
        plan.top = findsTop ? query.sortKeys : nil
        plan.generation = catalog.generation
        if let limit { steps.append(findsTop ? "keep the first \(limit) in order" : "at most \(limit)") }
        return StorePlan(
            query: query, residual: residual, isSorted: isSorted || findsTop, isLimited: limit != nil, steps: steps,
            payload: plan)
    }
}
