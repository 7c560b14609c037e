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
        let receiver = trace?.receiver(of: .fetch)
        guard
            let (plan, session) = try groupPlan(
                request, grouping, cut, excluding, pending, source, isExplained: receiver != nil)
        else { return false }
        let start = ContinuousClock.now
        var count = 0
        defer {
            if let receiver { tell(FetchExplanation(plan, isRun: false), count, since: start, receiver, "groups: ") }
        }
        try run(plan, session, isCancelled) { keys, parts in
            count += 1
            receiveGroup(keys, parts)
        } _: { rows in
            receive(rows)
        }
        return true
    }

    /// Who does what where stores compute groups; nil when all of it is fetched as rows.
    ///
    /// The parameters are those of `fetchGroups`; without a receiver nothing is run.
    package func explainGroups(
        _ request: ResolvedRequest, by grouping: StoreGrouping, in cut: StoreCut, excluding: Set<ObjectID>,
        pending: [RowView], source: any RowSource, isCancelled: () -> Bool, _ receiver: GroupReceiver?
    ) throws(FetchError) -> FetchExplanation? {
        guard
            let (plan, session) = try groupPlan(
                request, grouping, cut, excluding, pending, source, isExplained: true)
        else { return nil }
        if let receiver { try run(plan, session, isCancelled, receiver.group, receiver.rows) }
        return FetchExplanation(plan, isRun: receiver != nil)
    }

    /// Which stores compute groups; nil when none does.
    private func groupPlan(
        _ request: ResolvedRequest, _ grouping: StoreGrouping, _ cut: StoreCut, _ excluding: Set<ObjectID>,
        _ pending: [RowView], _ source: any RowSource, isExplained: Bool
    ) throws(FetchError) -> (GroupPlan, FetchSession)? {
        guard let stores = current, !request.isOrdered, excluding.count <= Self.mostExcluded else { return nil }
        let session = FetchSession(
            self, stores, cut, source: source, excluding: excluding, alwaysTellsExcluded: true, pending: pending,
            isExplained: isExplained)
        let plan = try session.plan(request)
        let scope = PathScope(stores: stores) { ((source as? any BatchedRowSource)?.isOverlaid($0)) ?? false }
        var grouped: [GroupPlan.Part] = []
        var rest: [FetchPlan.Part] = []
        for part in plan.parts {
            if let store = part.store.store as? any GroupingStore, part.rest == nil,
                scope.isInside(grouping.aggregates.map(\.operand), part.store),
                let keys = GroupKeys(grouping.keys, scope, part.store),
                let plan = store.plan(
                    part.plan.query, grouping: StoreGrouping(keys: keys.stored, aggregates: grouping.aggregates))
            {
                grouped.append(GroupPlan.Part(store: store, part: part, plan: plan, keys: keys))
            } else {
                rest.append(part)
            }
        }
        guard !grouped.isEmpty else { return nil }
        let others = FetchPlan(request: request, parts: rest, questions: plan.questions)
        return (GroupPlan(parts: grouped, rest: others), session)
    }

    private func run(
        _ plan: GroupPlan, _ session: FetchSession, _ isCancelled: () -> Bool,
        _ receiveGroup: ([Value], [AggregateAccumulator]) -> Void, _ receive: (FetchedRows) -> Bool
    ) throws(FetchError) {
        do {
            for part in plan.parts {
                if isCancelled() { throw FetchError(.cancelled) }
                if part.keys.areStored {
                    try part.store.groups(part.plan, in: part.part.snapshot) { keys, parts in
                        part.part.meter?.received += 1
                        receiveGroup(keys, parts)
                    }
                } else {
                    try groups(of: part, session.source, receiveGroup)
                }
            }
        } catch {
            throw FetchError(error)
        }
        try withoutActuallyEscaping(isCancelled) { isCancelled throws(FetchError) in
            try FetchRun(plan.rest, session, isCancelled: isCancelled).run(receive)
        }
    }

    /// Groups whose keys lie behind the objects that a store groups by.
    private func groups(
        of part: GroupPlan.Part, _ source: any RowSource, _ receive: ([Value], [AggregateAccumulator]) -> Void
    ) throws {
        var waiting: [(keys: [Value], accumulators: [AggregateAccumulator])] = []
        var failure: (any Error)?
        func handOn() throws {
            for (key, group) in zip(try part.keys.keys(of: waiting.map(\.keys), source), waiting) {
                receive(key, group.accumulators)
            }
            waiting.removeAll(keepingCapacity: true)
        }
        try part.store.groups(part.plan, in: part.part.snapshot) { keys, accumulators in
            guard failure == nil else { return }
            part.part.meter?.received += 1
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
