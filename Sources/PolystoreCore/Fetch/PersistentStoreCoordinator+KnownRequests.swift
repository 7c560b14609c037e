import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// What became of an earlier request of a shape; nil when there was none, or somebody wants to be told how requests
    /// are answered.
    func knownRequest(_ shape: RequestShape) -> KnownRequest? {
        trace?.receiver(of: .fetch) == nil ? current?.knownRequests[shape] : nil
    }

    /// Keeps what became of a request for others of its shape.
    func keep(_ plan: FetchPlan, for shape: RequestShape, in stores: StoreSet, _ session: FetchSession) {
        // Rows that are passed over are among what a store is asked for, or not counted by it. An older cut may lack a store
        // that others will have to be asked of.
        guard session.excluding.isEmpty, !session.isExplained, session.hasOneStore(plan.request),
            let known = KnownRequest(shape, plan)
        else { return }
        stores.knownRequests.keep(known, for: shape)
    }

    /// The number of objects that a request finds which is answered as an earlier one was; nil when it cannot be.
    func count(_ known: KnownRequest, _ shape: RequestShape, in cut: StoreCut) throws(FetchError) -> Int? {
        guard let (_, part) = part(of: known, shape, in: cut) else { return nil }
        do throws(StoreError) {
            return try part.snapshot.count(part.plan)
        } catch {
            throw FetchError(error)
        }
    }

    /// Fetches what a request finds which is answered as an earlier one was; false when it cannot be.
    func fetch(
        _ known: KnownRequest, _ shape: RequestShape, in cut: StoreCut, source: any RowSource,
        isCancelled: () -> Bool, _ receive: (FetchedRows) -> Bool
    ) throws(FetchError) -> Bool {
        guard let (stores, part) = part(of: known, shape, in: cut) else { return false }
        let session = FetchSession(self, stores, cut, source: source)
        try withoutActuallyEscaping(isCancelled) { isCancelled throws(FetchError) in
            try FetchRun(
                FetchPlan(request: known.request, parts: [part], questions: []), session, isCancelled: isCancelled
            ).run(receive)
        }
        return true
    }

    /// What the store that answers a request is asked for, and the stores; nil where it cannot be asked, or is not in its
    /// place among them any more: what was known may have been looked up before that store was removed.
    private func part(
        of known: KnownRequest, _ shape: RequestShape, in cut: StoreCut
    ) -> (stores: StoreSet, part: FetchPlan.Part)? {
        guard let stores = current, stores.stores.indices.contains(known.position),
            stores.stores[known.position] === known.store, let snapshot = cut.snapshot(of: known.store.number),
            let plan = known.plan(shape)
        else { return nil }
        let part = FetchPlan.Part(
            store: known.store, position: known.position, snapshot: snapshot, plan: plan, rest: nil, meter: nil)
        return (stores, part)
    }
}
