import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Rewrites comparisons whose paths leave a store: the rest of the path is asked of the stores where it leads, and what
/// they find becomes a set of objects that the first store can compare with.
///
/// Every rewritten comparison is true for exactly the same objects. Where a path value can be missing (no related
/// object, or one that cannot be reached) and the comparison holds for a missing value, the complement is asked for and
/// the outcome negated, so that missing objects fall on the right side.
struct SemiJoinRewriter {
    let scope: PathScope
    let store: AttachedStore
    let session: FetchSession
    /// How many rows of the store are left to be looked at without any rewritten comparison; nil when unknown.
    let rows: Int?

    /// A predicate that the store can decide alone; nil when a part of it cannot be rewritten.
    func rewrite(_ predicate: ResolvedPredicate) throws(FetchError) -> ResolvedPredicate? {
        switch predicate {
        case .constant: return predicate
        case .comparison(let comparison): return try rewrite(comparison)
        case .expression(let comparison):
            return scope.isInside(predicate, store) ? predicate : try rewriteCount(comparison)
        case .and(let parts): return try rewrite(parts).map(ResolvedPredicate.and)
        case .or(let parts): return try rewrite(parts).map(ResolvedPredicate.or)
        case .not(let part): return try rewrite(part).map(ResolvedPredicate.not)
        }
    }

    private func rewrite(_ parts: [ResolvedPredicate]) throws(FetchError) -> [ResolvedPredicate]? {
        var result: [ResolvedPredicate] = []
        for part in parts {
            guard let part = try rewrite(part) else { return nil }
            result.append(part)
        }
        return result
    }

    private func rewrite(_ comparison: ResolvedComparison) throws(FetchError) -> ResolvedPredicate? {
        switch scope.reach(of: comparison, in: store) {
        case .inside: return .comparison(comparison)
        case .overlaid: return nil
        case .leaves(let index):
            guard case .path(let path) = comparison.left, path.terminal != .count else { return nil }
            if case .path = comparison.right { return nil }
            let step = path.steps[index]
            if step.form == .transient { return nil }
            return step.isToMany
                ? try rewriteToMany(comparison, path, index) : try rewriteToOne(comparison, path, index)
        }
    }

    private func rewriteToOne(
        _ comparison: ResolvedComparison, _ path: ResolvedPath, _ index: Int
    ) throws(FetchError) -> ResolvedPredicate? {
        let step = path.steps[index]
        let isOmitted = store.placement.omittedReferences.contains(step)
        let rest = ResolvedPath(steps: Array(path.steps[(index + 1)...]), terminal: path.terminal)
        let isQuantifiedInRest = rest.toManyIndex != nil
        var inner = comparison
        inner.left = .path(rest)
        if !isQuantifiedInRest { inner.quantifier = .none }
        let holds =
            isQuantifiedInRest ? comparison.quantifier != .any : comparison.holdsForMissing
        let wanted = holds ? ResolvedPredicate.not(.comparison(inner)) : .comparison(inner)
        guard let objects = try session.objects(of: step, where: wanted, asSources: isOmitted, rows: rows) else {
            return nil
        }
        let prefix = Array(path.steps[..<(isOmitted ? index : index + 1)])
        var outer = ResolvedComparison(
            .path(ResolvedPath(steps: prefix, terminal: .object)), .isIn, .objects(objects),
            quantifier: isQuantifiedInRest ? .none : comparison.quantifier)
        guard holds else { return .comparison(outer) }
        switch outer.quantifier {
        case .none: return .not(.comparison(outer))
        case .any:
            outer.quantifier = .all
            return .not(.comparison(outer))
        case .all:
            outer.quantifier = .any
            return .not(.comparison(outer))
        case .noneOf:
            outer.quantifier = .all
            return .comparison(outer)
        }
    }

    private func rewriteToMany(
        _ comparison: ResolvedComparison, _ path: ResolvedPath, _ index: Int
    ) throws(FetchError) -> ResolvedPredicate? {
        guard comparison.quantifier != .none else { return nil }
        var inner = comparison
        let rest = ResolvedPath(steps: Array(path.steps[(index + 1)...]), terminal: path.terminal)
        inner.left = .path(rest)
        inner.quantifier = .none
        let isAll = comparison.quantifier == .all
        if path.steps[index].form == .join {
            // A pair may name an object that cannot be reached: it counts as an element with missing values, and no
            // query finds it. So only where such an element decides nothing is the query exact.
            if rest == .evaluatedObject { return try rewritePairs(comparison, path, index) }
            if comparison.holdsForMissing != isAll { return nil }
        }
        let wanted = isAll ? ResolvedPredicate.not(.comparison(inner)) : .comparison(inner)
        guard let objects = try session.objects(of: path.steps[index], where: wanted, asSources: true, rows: rows)
        else { return nil }
        let outer = membership(Array(path.steps[..<index]), objects)
        return comparison.quantifier == .any ? outer : .not(outer)
    }

    /// Whether some objects themselves are among the elements: the pairs answer that, whether the objects exist or not.
    private func rewritePairs(
        _ comparison: ResolvedComparison, _ path: ResolvedPath, _ index: Int
    ) throws(FetchError) -> ResolvedPredicate? {
        let wanted: Set<ObjectID>
        switch (comparison.comparator, comparison.right) {
        case (.equal, .constant(.object(let object))): wanted = [object]
        case (.isIn, .objects(let objects)): wanted = objects
        default: return nil
        }
        guard comparison.quantifier != .all else { return nil }
        let sources = try session.sources(of: path.steps[index], leadingTo: wanted)
        let outer = membership(Array(path.steps[..<index]), sources)
        return comparison.quantifier == .any ? outer : .not(outer)
    }

    /// The number of related objects for which a condition holds, compared with a number: the stores of these objects
    /// find them, and how often each object of this store is their owner decides.
    private func rewriteCount(_ comparison: ResolvedExpressionComparison) throws(FetchError) -> ResolvedPredicate? {
        guard let (relationship, predicate) = comparison.subqueryCount, relationship.form == .inverseReference,
            !scope.isOverlaid(among: relationship),
            let counts = try session.counts(of: relationship, where: predicate, rows: rows)
        else { return nil }
        do {
            // Owners of none are not counted: they fall on the side that none is on.
            let holdsForNone = try comparison.holds(count: 0)
            var owners = Set<ObjectID>()
            for (owner, count) in counts where try comparison.holds(count: count) != holdsForNone {
                owners.insert(owner)
            }
            let outer = membership([], owners)
            return holdsForNone ? .not(outer) : outer
        } catch {
            throw FetchError(error)
        }
    }

    private func membership(_ steps: [ModelRelationship], _ objects: Set<ObjectID>) -> ResolvedPredicate {
        .comparison(
            ResolvedComparison(.path(ResolvedPath(steps: steps, terminal: .object)), .isIn, .objects(objects)))
    }
}

extension ResolvedComparison {
    /// Whether the comparison of a missing value with the constant on the right holds: only `==` and `!=` treat a
    /// missing value as a value.
    var holdsForMissing: Bool {
        switch (comparator, right) {
        case (.equal, .constant(let value)): value.isMissing
        case (.notEqual, .constant(let value)): !value.isMissing
        default: false
        }
    }
}
