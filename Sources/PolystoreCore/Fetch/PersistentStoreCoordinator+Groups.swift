import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// How many objects stores are told to pass over at most.
    private static let mostExcluded = 1000

    /// Fetches groups from the stores that compute them, and rows from the others.
    ///
    /// - Parameters:
    ///   - request: Whose objects are grouped; without an order.
    ///   - grouping: The keys of groups, and what is accumulated over each.
    ///   - cut: What is read.
    ///   - excluding: Objects whose stored rows do not count; with many of them, only rows can tell.
    ///   - pending: The rows that count instead, and those of inserted objects.
    ///   - source: Where paths that leave a row are followed.
    ///   - isCancelled: Asked between batches.
    ///   - receiveGroup: Takes a group of one store.
    ///   - receive: Takes rows; false ends the fetch.
    /// - Returns: False, with nothing handed out, when no store computes groups: then all of it is to be fetched.
    /// - Throws: What `fetch` throws.
    package func fetchGroups(
        _ request: ResolvedRequest, by grouping: StoreGrouping, in cut: StoreCut, excluding: Set<ObjectID>,
        pending: [RowView], source: any RowSource, isCancelled: () -> Bool,
        _ receiveGroup: ([Value], [AggregateAccumulator]) -> Void, _ receive: (FetchedRows) -> Bool
    ) throws(FetchError) -> Bool {
        guard let stores = current, !request.isOrdered, excluding.count <= Self.mostExcluded else { return false }
        let session = FetchSession(
            self, stores, cut, source: source, excluding: excluding, alwaysTellsExcluded: true, pending: pending)
        let plan = try session.plan(request)
        let scope = PathScope(stores: stores) { ((source as? any BatchedRowSource)?.isOverlaid($0)) ?? false }
        var grouped: [(store: any GroupingStore, part: FetchPlan.Part, plan: StorePlan, keys: GroupKeys)] = []
        var rest: [FetchPlan.Part] = []
        for part in plan.parts {
            if let store = part.store.store as? any GroupingStore, part.rest == nil,
                scope.isInside(grouping.aggregates.map(\.operand), part.store),
                let keys = GroupKeys(grouping.keys, scope, part.store),
                let plan = store.plan(
                    part.plan.query, grouping: StoreGrouping(keys: keys.stored, aggregates: grouping.aggregates))
            {
                grouped.append((store, part, plan, keys))
            } else {
                rest.append(part)
            }
        }
        guard !grouped.isEmpty else { return false }
        do {
            for (store, part, plan, keys) in grouped {
                if isCancelled() { throw FetchError(.cancelled) }
                if keys.areStored {
                    try store.groups(plan, in: part.snapshot, receiveGroup)
                } else {
                    try groups(of: store, plan, part.snapshot, keys, source, receiveGroup)
                }
            }
        } catch {
            throw FetchError(error)
        }
        let others = FetchPlan(request: request, parts: rest, questions: plan.questions)
        try withoutActuallyEscaping(isCancelled) { isCancelled throws(FetchError) in
            try FetchRun(others, session, isCancelled: isCancelled).run(receive)
        }
        return true
    }

    /// Groups whose keys lie behind the objects that a store groups by.
    private func groups(
        of store: any GroupingStore, _ plan: StorePlan, _ snapshot: any StoreSnapshot, _ keys: GroupKeys,
        _ source: any RowSource, _ receive: ([Value], [AggregateAccumulator]) -> Void
    ) throws {
        var waiting: [(keys: [Value], accumulators: [AggregateAccumulator])] = []
        var failure: (any Error)?
        func handOn() throws {
            for (key, group) in zip(try keys.keys(of: waiting.map(\.keys), source), waiting) {
                receive(key, group.accumulators)
            }
            waiting.removeAll(keepingCapacity: true)
        }
        try store.groups(plan, in: snapshot) { keys, accumulators in
            guard failure == nil else { return }
            waiting.append((keys, accumulators))
            guard waiting.count >= GroupKeys.largestChunk else { return }
            do {
                try handOn()
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        try handOn()
    }
}
