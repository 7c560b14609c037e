import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Counts by the stores' own counts, corrected by the objects that have unsaved changes.
struct FetchCount {
    private let plan: FetchPlan
    private let session: FetchSession

    /// Makes a count of a plan whose parts are all exact.
    init(_ plan: FetchPlan, _ session: FetchSession) {
        self.plan = plan
        self.session = session
    }

    func count() throws(FetchError) -> Int {
        do {
            var total = 0
            for part in plan.parts { total += try part.snapshot.count(part.plan) }
            return try total - countExcluded() + countPending()
        } catch {
            throw FetchError(error)
        }
    }

    /// How many of the stored rows that the stores counted are to be passed over.
    private func countExcluded() throws -> Int {
        guard !session.excluding.isEmpty, !session.tellsExcluded(plan.request) else { return 0 }
        let asked = Set(plan.parts.map(\.store.number))
        let objects = session.excluding.filter { asked.contains($0.store) && $0.root == plan.request.entity.rootNumber }
        guard !objects.isEmpty else { return 0 }
        // What is stored, without the changes that lie over it.
        let source = CutRowSource(session.coordinator, session.cut)
        let evaluator = plan.request.predicate.map(PredicateEvaluator.init)
        let lookahead = Lookahead(plan.request.predicate, [])
        var failure: (any Error)?
        var count = 0
        try session.coordinator.rows(of: Array(objects), in: session.cut) { batch in
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
        guard !session.pending.isEmpty else { return 0 }
        var count = 0
        try FetchRun(plan, session, isCancelled: { false }).scanPending(sortKeys: []) { _ in
            count += 1
            return true
        }
        return count
    }
}
