import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// Fetches: every store does what it can, the rest is done on rows.
    ///
    /// - Parameters:
    ///   - request: What is fetched.
    ///   - cut: What is read.
    ///   - excluding: Objects that the context changed or deleted: their stored rows are passed over.
    ///   - pending: The rows of objects that the context changed or inserted, of the request's entities: tested and put
    ///     into the order among the stored ones. They stay valid during the call.
    ///   - source: Where paths that leave a row are followed: the cut, or the context's changes over it. A
    ///     `BatchedRowSource` is told beforehand what will be looked at.
    ///   - shape: The shape of a request that may be kept for others of it.
    ///   - isCancelled: Asked between batches.
    ///   - receive: Takes rows, in the request's order; false ends the fetch.
    /// - Throws: `noStore` when none is open, `store` when one fails, `evaluation`, `cancelled`, `unknownStore`.
    package func fetch(
        _ request: ResolvedRequest, in cut: StoreCut, excluding: Set<ObjectID> = [], pending: [RowView] = [],
        source: any RowSource, shape: RequestShape? = nil, isCancelled: () -> Bool = { false },
        _ receive: (FetchedRows) -> Bool
    ) throws(FetchError) {
        let stores = try openStores(request)
        let session = FetchSession(
            self, stores, cut, source: source, excluding: excluding, pending: pending,
            isExplained: trace?.receiver(of: .fetch) != nil)
        let plan = try session.plan(request)
        if let shape { keep(plan, for: shape, in: stores, session) }
        try withoutActuallyEscaping(isCancelled) { isCancelled throws(FetchError) in
            let run = FetchRun(plan, session, isCancelled: isCancelled)
            guard let receiver = trace?.receiver(of: .fetch) else { return try run.run(receive) }
            try tracedFetch(plan, run, to: receiver, receive)
        }
    }

    /// The number of objects that a fetch would hand out.
    ///
    /// - Complexity: No rows where stores can count what they find; the changed objects are looked at one by one.
    package func count(
        _ request: ResolvedRequest, in cut: StoreCut, excluding: Set<ObjectID> = [], pending: [RowView] = [],
        source: any RowSource, shape: RequestShape? = nil, isCancelled: () -> Bool = { false }
    ) throws(FetchError) -> Int {
        let stores = try openStores(request)
        var whole = request
        (whole.sortKeys, whole.limit, whole.offset) = ([], nil, 0)
        let session = FetchSession(
            self, stores, cut, source: source, excluding: excluding, pending: pending,
            isExplained: trace?.receiver(of: .fetch) != nil)
        let plan = try session.plan(whole)
        if let shape { keep(plan, for: shape, in: stores, session) }
        let start = ContinuousClock.now
        let total = try withoutActuallyEscaping(isCancelled) { isCancelled throws(FetchError) in
            guard plan.isExact else {
                return try FetchRun(plan, session, isCancelled: isCancelled).countMatches()
            }
            return try FetchCount(plan, session).count()
        }
        if let receiver = trace?.receiver(of: .fetch) { tell(plan, total, since: start, receiver, "count: ") }
        let rest = max(0, total - request.offset)
        return min(rest, request.limit ?? rest)
    }

    /// The open stores; with none there is no answer, which is not the same as an empty one.
    private func openStores(_ request: ResolvedRequest) throws(FetchError) -> StoreSet {
        guard let stores = current else {
            throw FetchError(.noStore, [.entity: request.entity.name])
        }
        return stores
    }

    /// Who does what in a fetch: what each store does, what is left to be done on rows, and the steps across stores.
    ///
    /// Queries across stores that come before the fetch itself are run, because what they find decides the rest.
    ///
    /// With a receiver the fetch itself is run as well, and its rows are counted.
    package func explain(
        _ request: ResolvedRequest, in cut: StoreCut, excluding: Set<ObjectID> = [], pending: [RowView] = [],
        source: (any RowSource)? = nil, isCancelled: () -> Bool = { false }, running receive: FetchReceiver? = nil
    ) throws(FetchError) -> FetchExplanation {
        let session = FetchSession(
            self, try openStores(request), cut, source: source ?? CutRowSource(self, cut), excluding: excluding,
            pending: pending, isExplained: true)
        let plan = try session.plan(request)
        guard let receive else { return FetchExplanation(plan, returned: nil) }
        var count = 0
        try withoutActuallyEscaping(isCancelled) { isCancelled throws(FetchError) in
            try FetchRun(plan, session, isCancelled: isCancelled).run { rows in
                switch rows {
                case .row: count += 1
                case .batch(let batch): count += batch.count
                }
                return receive(rows)
            }
        }
        return FetchExplanation(plan, returned: count)
    }
}
