import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Chooses among access paths to a query's objects by the rows that have to be looked at.
struct PathChoice {
    let query: StoreQuery
    let root: UInt16
    let conjuncts: [ResolvedPredicate]
    let statistics: RecordStatistics

    /// The best path.
    ///
    /// - Parameters:
    ///   - narrow: Access paths that lead past some objects.
    ///   - ordered: Access paths to all objects in the query's order.
    /// - Returns: The access path; nil when there is none.
    func best(of narrow: [AccessPath], orders ordered: () -> [AccessPath]) -> AccessPath? {
        if let path = narrow.first(where: \.findsAtMostOne) { return path }
        if narrow.isEmpty { return ordered().first }
        // Without a limit, fewer objects are better than an order that can still be made afterwards.
        let paths = query.limit == nil ? narrow : narrow + ordered()
        if paths.count == 1 { return paths[0] }
        if let cheapest = cheapest(paths) { return cheapest }
        // The first of the most exact: the order of definitions is that of the model, so plans are the same every time.
        return narrow.max { first, second in
            (first.exact.count, first.isSorted ? 1 : 0) < (second.exact.count, second.isSorted ? 1 : 0)
        }
    }

    /// Whether the best of some paths is found without counting what they lead to.
    func isFoundByForm(_ narrow: [AccessPath], orders ordered: () -> [AccessPath]) -> Bool {
        if narrow.isEmpty || narrow.contains(where: \.findsAtMostOne) { return true }
        return narrow.count == 1 && (query.limit == nil || ordered().isEmpty)
    }

    /// The path with the fewest rows to look at; nil when numbers cannot be had.
    private func cheapest(_ paths: [AccessPath]) -> AccessPath? {
        do throws(StoreError) {
            let counts = try counts(paths)
            let size = try statistics.size(root)
            let costs = paths.indices.map { cost(paths[$0], counts[$0], share(of: paths[$0], paths, counts, size)) }
            guard let lowest = costs.min() else { return nil }
            return costs.firstIndex(of: lowest).map { paths[$0] }
        } catch {
            // Damage of the store is reported by reading rows, not by estimates.
            return nil
        }
    }

    /// How many objects each path leads to, as far as that matters: a path that was not counted to its end leads to more than
    /// one that was.
    private func counts(_ paths: [AccessPath]) throws(StoreError) -> [Int] {
        var counts: [Int?] = paths.map { _ in nil }
        // An ordered path stops at the limit: it is enough to know that the other paths are long.
        let isOrderKnown = paths.contains { !$0.isNarrow }
        let limits = isOrderKnown ? RecordStatistics.limits.dropLast() : RecordStatistics.limits[...]
        var reached = 0
        for limit in limits where counts.allSatisfy({ $0 == nil }) {
            for (index, path) in paths.enumerated() where path.isNarrow {
                let count = try statistics.count(path.access, root, limit: limit)
                if count < limit { counts[index] = count }
            }
            reached = limit
        }
        let isUndecided = counts.allSatisfy { $0 == nil }
        var result: [Int] = []
        for (index, path) in paths.enumerated() {
            if let count = counts[index] {
                result.append(count)
            } else if !path.isNarrow {
                result.append(try statistics.size(root))
            } else {
                result.append(isUndecided ? try statistics.guess(path.access, root, atLeast: reached) : reached)
            }
        }
        return result
    }

    /// The rows to look at, with a little for what remains to be done with each.
    private func cost(_ path: AccessPath, _ count: Int, _ share: Double) -> Double {
        let rows = Double(count)
        guard query.isOrdered else { return rows + left(path) }
        guard path.isSorted else { return rows * 1.25 + left(path) }
        guard let limit = query.limit else { return rows + left(path) }
        return min(rows, Double(limit) / max(share, 1e-9)) + left(path)
    }

    /// Of two paths to as many rows, the one that leaves less to be checked is better.
    private func left(_ path: AccessPath) -> Double {
        Double(conjuncts.count - path.exact.count) / Double(conjuncts.count + 1)
    }

    /// The share of a path's objects that satisfy what the path leaves open, by what the other paths tell of it.
    private func share(of path: AccessPath, _ paths: [AccessPath], _ counts: [Int], _ size: Int) -> Double {
        var open = PositionSet(conjuncts.indices)
        open.subtract(path.exact)
        var share = 1.0
        for (other, count) in zip(paths, counts) where other.isNarrow && !other.exact.isDisjoint(with: open) {
            share = min(share, Double(count) / Double(max(size, 1)))
            open.subtract(other.exact)
        }
        return open.sorted.reduce(share) { $0 * conjuncts[$1].guessedShare }
    }
}
