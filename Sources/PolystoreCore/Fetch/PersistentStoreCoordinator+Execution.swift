import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// Answers a request: its plan is found by its shape or made, then run, explained or both; every store does what it can,
    /// the rest is done on rows.
    ///
    /// Tracing the request, or counting its rows, changes nothing of how it is answered. Queries across stores that
    /// come before the fetch itself are always run, because what they find decides the rest.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - snapshots: What is read.
    ///   - overlay: The unsaved changes that count. A `BatchedRowSource` is told beforehand what will be looked at.
    ///   - receive: Takes rows, in the request's order; false ends the request.
    /// - Returns: The outcome.
    /// - Throws: `FetchError` with codes `noStore`, `storeNotOpen`, `store`, `evaluation`, `cancelled`, `unknownStore`; what
    ///   resolving the request throws.
    /// - Complexity: A count reads no rows where stores can count what they find; the changed objects are looked at one by
    ///   one.
    @discardableResult
    package func execute(
        _ request: SourceRequest, in snapshots: MultiStoreSnapshot, over overlay: ContextOverlay,
        _ receive: (FetchedRows) -> Bool = { _ in true }
    ) throws -> FetchOutcome {
        guard let stores = snapshots.stores else {
            throw FetchError(.noStore, [.entity: try request.resolve().entity.name])
        }
        let isExplained = request.mode != .run
        let receiver = isExplained ? nil : trace?.receiver(of: .fetch)
        let session = FetchSession(self, stores, snapshots, overlay, isMetered: isExplained || receiver != nil)
        let plan = try session.plan(request)
        var count = 0
        if request.mode != .explain {
            let start = ContinuousClock.now
            // A fetch that fails is told with the rows that came before.
            defer { if let receiver { tell(plan, request.goal, count, since: start, receiver) } }
            let run = FetchRun(plan, session, isCancelled: request.isCancelled)
            switch request.goal {
            case .count: count = try run.count()
            case .rows, .groups:
                if case .groups(_, let receiveGroup) = request.goal {
                    try run.groups { keys, accumulators in
                        count += 1
                        receiveGroup(keys, accumulators)
                    }
                }
                try run.rows { rows in
                    count += rows.count
                    return receive(rows)
                }
            }
        }
        return FetchOutcome(
            request: plan.request, count: count, areGrouped: plan.isGrouped,
            explanation: isExplained
                ? FetchExplanation(plan, isRun: request.mode == .analyze, returned: count) : nil)
    }
}
