import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Chooses among ways to a query's objects by the rows that have to be looked at.
struct PathChoice {
    let query: StoreQuery
    let root: UInt16
    let conjuncts: [ResolvedPredicate]
    let statistics: RecordStatistics

    /// The best way.
    ///
    /// - Parameters:
    ///   - narrow: Ways that lead past some objects.
    ///   - ordered: Ways to all objects in the query's order.
    /// - Returns: The way; nil when there is none.
    func best(of narrow: [AccessPath], orders ordered: [AccessPath]) -> AccessPath? {
        if let path = narrow.first(where: \.findsAtMostOne) { return path }
        if narrow.isEmpty { return ordered.first }
        // Without a limit, fewer objects are better than an order that can still be made afterwards.
        let paths = query.limit == nil ? narrow : narrow + ordered
        if paths.count == 1 { return paths[0] }
        if let cheapest = cheapest(paths) { return cheapest }
        // The first of the most exact: the order of definitions is that of the model, so plans are the same every time.
        return narrow.max { first, second in
            (first.exact.count, first.isSorted ? 1 : 0) < (second.exact.count, second.isSorted ? 1 : 0)
        }
    }

    /// How many objects a way leads to; nil when that cannot be found out.
    func estimate(_ path: AccessPath) -> Int? {
        // Estimates are worth no error: what is wrong with the store is told by whoever reads rows.
        try? statistics.estimate(path.access, root)
    }

    /// The way with the fewest rows to look at; nil when numbers cannot be had.
    private func cheapest(_ paths: [AccessPath]) -> AccessPath? {
        do throws(StoreError) {
            var counts: [Int?] = paths.map { _ in nil }
            for limit in RecordStatistics.limits where counts.allSatisfy({ $0 == nil }) {
                for (index, path) in paths.enumerated() where path.isNarrow {
                    let count = try statistics.count(path.access, root, limit: limit)
                    if count < limit { counts[index] = count }
                }
            }
            var known: [Int] = []
            for (index, path) in paths.enumerated() {
                // A way that was not counted to its end leads to more objects than one that was.
                if let counted = counts[index] {
                    known.append(counted)
                } else {
                    known.append(try statistics.estimate(path.access, root))
                }
            }
            let size = try statistics.size(root)
            let costs = paths.indices.map { cost(paths[$0], known[$0], share(of: paths[$0], paths, known, size)) }
            guard let lowest = costs.min() else { return nil }
            return costs.firstIndex(of: lowest).map { paths[$0] }
        } catch {
            // What is wrong with the store is told by whoever reads rows.
            return nil
        }
    }

    /// The rows to look at, with a little for what remains to be done with each.
    private func cost(_ path: AccessPath, _ count: Int, _ share: Double) -> Double {
        let rows = Double(count)
        guard query.isOrdered else { return rows + left(path) }
        guard path.isSorted else { return rows * 1.25 + left(path) }
        guard let limit = query.limit else { return rows + left(path) }
        return min(rows, Double(limit) / max(share, 1e-9)) + left(path)
    }

    /// Of two ways to as many rows, the one that leaves less to be checked is better.
    private func left(_ path: AccessPath) -> Double {
        Double(conjuncts.count - path.exact.count) / Double(conjuncts.count + 1)
    }

    /// The share of a way's objects that satisfy what the way leaves open, by what the other ways tell of it.
    private func share(of path: AccessPath, _ paths: [AccessPath], _ counts: [Int], _ size: Int) -> Double {
        let open = conjuncts.indices.filter { !path.exact.contains($0) }
        if open.isEmpty { return 1 }
        var best = open.reduce(1) { $0 * conjuncts[$1].guessedShare }
        for (other, count) in zip(paths, counts) where other.isNarrow && !other.exact.isSubset(of: path.exact) {
            best = min(best, Double(count) / Double(max(size, 1)))
        }
        return best
    }
}
