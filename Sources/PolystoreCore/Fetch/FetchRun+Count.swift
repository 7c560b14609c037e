import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension FetchRun {
    /// The number of objects that a fetch would hand out: by the stores' own counts where these are exact, corrected by the
    /// objects that have unsaved changes.
    func count() throws(FetchError) -> Int {
        do {
            let total = try plan.isExact ? countInStores() : countRows()
            let rest = max(0, total - plan.request.offset)
            return min(rest, plan.request.limit ?? rest)
        } catch {
            throw FetchError(error)
        }
    }

    private func countInStores() throws -> Int {
        var total = 0
        for part in plan.parts { total += try part.snapshot.count(part.plan) }
        return try total - countExcluded() + countPending()
    }

    private func countRows() throws -> Int {
        var total = 0
        for part in plan.parts {
            try scan(part, sortKeys: []) { _ in
                total += 1
                return true
            }
        }
        return try total + countPending()
    }

    /// How many of the stored rows that the stores counted are to be passed over.
    private func countExcluded() throws -> Int {
        let excluded = session.overlay.excluded
        guard !excluded.isEmpty, !session.tellsExcluded(plan.request) else { return 0 }
        let asked = Set(plan.parts.map(\.store.number))
        let objects = excluded.filter { asked.contains($0.store) && $0.root == plan.request.entity.rootNumber }
        guard !objects.isEmpty else { return 0 }
        // What is stored, without the changes that lie over it.
        let source = SnapshotRowSource(session.coordinator, session.snapshots)
        let evaluator = plan.request.predicate.map(PredicateEvaluator.init)
        let lookahead = Lookahead(plan.request.predicate, [])
        var failure: (any Error)?
        var count = 0
        try session.coordinator.rows(of: Array(objects), in: session.snapshots) { batch in
            do {
                source.trim()
                if !lookahead.isEmpty { try lookahead.prepare(batch, source) }
                for row in batch {
                    guard let entity = row.layout.entity, plan.request.entities.contains(entity) else { continue }
                    if try evaluator?.matches(row, source: source) ?? true { count += 1 }
                }
                return true
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        return count
    }

    private func countPending() throws -> Int {
        var count = 0
        try scanPending(sortKeys: []) { _ in
            count += 1
            return true
        }
        return count
    }
}
