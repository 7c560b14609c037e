import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Finds the access paths to a query's objects.
final class PathFinder {
    let catalog: RecordCatalog
    let query: StoreQuery
    /// What must hold; paths name conditions by their positions here.
    let conjuncts: [ResolvedPredicate]
    /// What each of them asks of one property, where keys can answer it.
    let conditions: [ElementCondition?]
    private let candidates: [IndexCandidate]

    /// How many paths a union has at most: each object is held to the conditions of all paths before its own.
    private static let largestUnion = 32

    init(catalog: RecordCatalog, query: StoreQuery, conjuncts: [ResolvedPredicate]) {
        self.catalog = catalog
        self.query = query
        self.conjuncts = conjuncts
        let conditions = conjuncts.map { ElementCondition($0, catalog) }
        self.conditions = conditions
        let definitions = catalog.definitions
        candidates = definitions.indices.compactMap { index in
            IndexCandidate.canServe(definitions[index], query, conditions)
                ? IndexCandidate(definitions[index], query, conditions) : nil
        }
    }

    private convenience init(inside finder: PathFinder, alternative: [ResolvedPredicate], instead position: Int) {
        var conjuncts = finder.conjuncts
        conjuncts[position] = .constant(true)
        self.init(catalog: finder.catalog, query: finder.query, conjuncts: conjuncts + alternative)
    }

    /// The paths that lead past some objects, in the order of the model's indexes.
    func narrowPaths() -> [AccessPath] {
        var paths = keyPaths()
        for candidate in candidates where candidate.isNarrow { paths.append(path(candidate)) }
        for position in conjuncts.indices {
            guard case .or(let alternatives) = conjuncts[position] else { continue }
            if let path = union(alternatives, at: position) { paths.append(path) }
        }
        return paths
    }

    /// Whole indexes that have the query's order.
    var orderedPaths: [AccessPath] {
        candidates.filter { !$0.isNarrow && $0.order != .none }.map(path)
    }

    /// `SELF == object`, `SELF IN objects`.
    private func keyPaths() -> [AccessPath] {
        var paths: [AccessPath] = []
        // What asks for a property does not ask for objects by themselves.
        for position in conjuncts.indices where conditions[position] == nil {
            guard let objects = conjuncts[position].evaluatedObjects else { continue }
            let rootNumber = query.entities[0].rootNumber
            let keys = Set(objects.lazy.filter { $0.store == self.catalog.store && $0.root == rootNumber }.map(\.key))
            var path = AccessPath(access: .keys(keys.sorted()), scope: query.entities[0].root)
            path.direction = query.isKeyAscending ? .forward : .backward
            path.exact = PositionSet(position)
            path.isNarrow = true
            path.findsAtMostOne = keys.count <= 1
            path.isSorted = query.sortKeys.isEmpty || keys.count <= 1
            paths.append(path)
        }
        return paths
    }

    private func path(_ candidate: IndexCandidate) -> AccessPath {
        let (definition, ranges, isMerged) = (candidate.definition, candidate.ranges, candidate.order == .merged)
        var path = AccessPath(
            access: isMerged ? .merged(definition, ranges) : .index(definition, ranges), scope: definition.entity)
        path.isSorted = candidate.order != .none
        path.direction = path.isSorted && candidate.isBackward ? .backward : .forward
        path.exact = candidate.exact
        path.isNarrow = candidate.isNarrow
        path.findsAtMostOne = candidate.findsAtMostOne
        return path
    }

    /// Alternatives of which each can be found by an index or by key.
    private func union(_ alternatives: [ResolvedPredicate], at position: Int) -> AccessPath? {
        var branches: [(finder: PathFinder, path: AccessPath, narrowing: PositionSet)] = []
        for alternative in alternatives {
            let finder = PathFinder(inside: self, alternative: alternative.conjuncts, instead: position)
            guard let branch = finder.bestBranch(from: conjuncts.count) else { return nil }
            branches.append((finder, branch.path, branch.narrowing))
        }
        guard let first = branches.first else { return nil }
        var path = AccessPath(access: .nothing, scope: query.entities[0].root)
        path.isNarrow = true
        // What holds whichever path finds an object.
        path.exact = first.path.exact
        for branch in branches.dropFirst() { path.exact.formIntersection(branch.path.exact) }
        path.exact = path.exact.below(conjuncts.count)
        let decidesAll = branches.allSatisfy { branch in
            branch.path.exact.containsAll(conjuncts.count..<branch.finder.conjuncts.count)
        }
        if decidesAll { path.exact.insert(position) }
        if let joined = join(branches.map(\.path)) {
            (path.access, path.scope) = (joined.access, joined.scope)
            return path
        }
        guard branches.count <= Self.largestUnion else { return nil }
        path.access = .union(
            branches.map { branch in
                RecordPlan.Branch(
                    access: branch.path.access, condition: branch.finder.condition(branch.narrowing),
                    isExact: branch.narrowing == branch.path.exact)
            })
        return path
    }

    /// Ranges of one index as one list of ranges.
    private func join(_ paths: [AccessPath]) -> AccessPath? {
        guard case .index(let definition, _)? = paths.first?.access else { return nil }
        var ranges: [IndexRange] = []
        for path in paths {
            guard case .index(let other, let own) = path.access, other.number == definition.number else { return nil }
            ranges += own
        }
        return AccessPath(access: .index(definition, IndexRange.disjoint(ranges)), scope: definition.entity)
    }

    /// The best path for one alternative, whose conditions begin at a position; it must make use of one of them.
    private func bestBranch(from position: Int) -> (path: AccessPath, narrowing: PositionSet)? {
        if let path = keyPaths().first(where: { $0.exact.containsAny(from: position) }) { return (path, path.exact) }
        let useful = candidates.filter { $0.narrowing.containsAny(from: position) }
        func rank(_ candidate: IndexCandidate) -> (Int, Int) {
            (candidate.findsAtMostOne ? 1 : 0, candidate.exact.count * 2 + candidate.narrowing.count)
        }
        guard let best = useful.map(rank).max(by: <), let candidate = useful.first(where: { rank($0) == best }) else {
            return nil
        }
        var path = path(candidate)
        // One alternative's order is of no use among others.
        path.access = .index(candidate.definition, candidate.ranges)
        path.direction = .forward
        return (path, candidate.narrowing)
    }

    private func condition(_ positions: PositionSet) -> ResolvedPredicate {
        ResolvedPredicate.conjunction(positions.sorted.map { conjuncts[$0] }) ?? .constant(true)
    }

    /// All objects: those of the wanted entities by the index of entities, or all records.
    func scan() -> AccessPath {
        var path = AccessPath(access: .records, scope: query.entities[0].root)
        path.direction = query.isKeyAscending ? .forward : .backward
        path.isSorted = query.sortKeys.isEmpty
        // Some entities among those of a hierarchy have an index of their own, each in the order of keys.
        if let wanted = catalog.entityFilter(query, covering: path.scope),
            let definition = catalog.definitions.first(where: { $0.purpose == .entity && $0.entity === path.scope })
        {
            let ranges = wanted.map { number in
                var prefix: [UInt8] = []
                KeyEncoding.append(definition.number, to: &prefix)
                KeyEncoding.append(number, to: &prefix)
                return IndexRange(prefix: prefix)
            }
            let isMerged = ranges.count > 1 && path.isSorted && query.isOrdered
            path.access = isMerged ? .merged(definition, ranges) : .index(definition, ranges)
            if ranges.count > 1, !isMerged { path.direction = .forward }
            path.isSorted = path.isSorted && (ranges.count == 1 || isMerged)
        }
        return path
    }
}

extension ResolvedPredicate {
    /// The objects that the predicate asks for by themselves; nil when it asks for something else.
    fileprivate var evaluatedObjects: [ObjectID]? {
        guard case .comparison(let comparison) = self, comparison.quantifier == .none,
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
}
