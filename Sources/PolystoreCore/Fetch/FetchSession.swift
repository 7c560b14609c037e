import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// One fetch, from its request to its end: plans, runs queries across stores on the way, and remembers what they found.
///
/// Used on one thread.
final class FetchSession {
    struct Question: Hashable {
        let relationship: ModelRelationship
        let predicate: ResolvedPredicate
        let asSources: Bool
    }

    let coordinator: PersistentStoreCoordinator
    let stores: StoreSet
    let snapshots: MultiStoreSnapshot
    let overlay: ContextOverlay
    /// The overlay's source, when it reads ahead.
    let batched: (any BatchedRowSource)?
    /// Whether a store can follow a path alone.
    let scope: PathScope
    /// Whether rows are counted as they pass, and questions are kept.
    let isMetered: Bool
    /// Whether stores are always told which objects to pass over, because more than rows is asked of them.
    var tellsExcludedAlways = false
    var questions: [FetchExplanation.Question] = []
    var answers: [Question: Set<ObjectID>?] = [:]
    var counts: [Question: [ObjectID: Int]?] = [:]

    /// How many objects a set that is handed to another store has at most; beyond, rows are looked at one batch after
    /// another.
    static let largestSet = 1 << 15
    /// How many rows of a scan cost as much as looking one up.
    static let costOfLookup = 4
    /// How many rows are looked at without thinking about the better direction.
    static let fewRows = 200

    init(
        _ coordinator: PersistentStoreCoordinator, _ stores: StoreSet, _ snapshots: MultiStoreSnapshot,
        _ overlay: ContextOverlay,
        isMetered: Bool
    ) {
        (self.coordinator, self.stores, self.snapshots, self.overlay) = (coordinator, stores, snapshots, overlay)
        self.isMetered = isMetered
        let batched = overlay.source as? any BatchedRowSource
        self.batched = batched
        scope = PathScope(stores: stores) { batched?.isOverlaid($0) ?? false }
    }

    /// Asks every store that may hold the request's objects how it would answer.
    func plan(_ request: ResolvedRequest) throws(FetchError) -> FetchPlan {
        if request.affectedStores == nil, let absent = stores.routing.absentHome(among: request.entities) {
            throw FetchError(.storeNotOpen, [.entity: absent.entity.name, .store: absent.stores])
        }
        let stored = storedPredicate(request)
        var parts: [FetchPlan.Part] = []
        for position in try positions(for: request) {
            let store = stores.stores[position]
            let entities = request.entities.filter { stores.routing.homes[$0.index].contains(position) }
            guard !entities.isEmpty, let snapshot = snapshots.snapshot(of: store.number) else { continue }
            parts.append(try part(request, stored, entities, store, position, snapshot))
        }
        defer { questions = [] }
        return FetchPlan(request: request, parts: parts, questions: questions)
    }

    /// Whether stores are told which objects to pass over: where something may fail, it must not be computed of rows that
    /// do not count.
    func tellsExcluded(_ request: ResolvedRequest) -> Bool {
        !overlay.excluded.isEmpty && (tellsExcludedAlways || request.canFail)
    }

    /// The condition for stored rows; pending ones are tested by the request as it is.
    private func storedPredicate(_ request: ResolvedRequest) -> ResolvedPredicate? {
        guard tellsExcluded(request) else { return request.predicate }
        let isExcluded = ResolvedPredicate.comparison(
            ResolvedComparison(.path(.evaluatedObject), .isIn, .objects(overlay.excluded)))
        // First, so that nothing else is asked of them.
        return .conjunction([.not(isExcluded)] + (request.predicate?.conjuncts ?? []))
    }

    private func part(
        _ request: ResolvedRequest, _ predicate: ResolvedPredicate?, _ entities: [ModelEntity],
        _ store: AttachedStore, _ position: Int, _ snapshot: any StoreSnapshot
    ) throws(FetchError) -> FetchPlan.Part {
        var query = StoreQuery(entities: entities)
        let withheld: [ResolvedPredicate]
        (query.predicate, withheld) = try share(predicate, entities, store)
        if request.isOrdered, request.sortKeys.allSatisfy({ scope.isInside($0, store) }) {
            query.sortKeys = request.sortKeys
            query.isOrdered = true
            // Rows that are passed over because they have unsaved changes must not use up the limit.
            if withheld.isEmpty, let limit = request.limit {
                query.limit = limit + request.offset + overlay.excluded.count
            }
        }
        let plan = store.store.plan(query)
        let rest =
            withheld.isEmpty
            ? plan.residual : ResolvedPredicate.conjunction((plan.residual?.conjuncts ?? []) + withheld)
        return part(store, position, snapshot, plan, rest: rest)
    }

    /// A store's part with a meter, where rows are counted.
    func part(
        _ store: AttachedStore, _ position: Int, _ snapshot: any StoreSnapshot, _ plan: StorePlan,
        rest: ResolvedPredicate?
    ) -> FetchPlan.Part {
        let meter = isMetered ? PartMeter() : nil
        var plan = plan
        plan.meter = meter?.store
        return FetchPlan.Part(
            store: store, position: position, snapshot: snapshot, plan: plan, rest: rest, meter: meter, groups: nil)
    }

    /// What a store is asked to decide of a predicate, questions across stores answered beforehand, and what is left.
    private func share(
        _ predicate: ResolvedPredicate?, _ entities: [ModelEntity], _ store: AttachedStore
    ) throws(FetchError) -> (taken: ResolvedPredicate?, withheld: [ResolvedPredicate]) {
        guard let predicate, !scope.isInside(predicate, store) else { return (predicate, []) }
        let conjuncts = predicate.conjuncts
        let isInside = conjuncts.map { scope.isInside($0, store) }
        let alone = zip(conjuncts, isInside).filter(\.1).map(\.0)
        let rows = estimate(entities, alone, store)
        let rewriter = SemiJoinRewriter(scope: scope, store: store, session: self, rows: rows)
        var taken: [ResolvedPredicate] = []
        var withheld: [ResolvedPredicate] = []
        for (conjunct, isInside) in zip(conjuncts, isInside) {
            if isInside {
                taken.append(conjunct)
            } else if let rewritten = try rewriter.rewrite(conjunct) {
                taken.append(rewritten)
            } else {
                withheld.append(conjunct)
            }
        }
        return (.conjunction(taken), withheld)
    }

    /// How many rows a store expects to look at for what it can decide alone; nil when it does not say.
    private func estimate(
        _ entities: [ModelEntity], _ predicates: [ResolvedPredicate], _ store: AttachedStore
    ) -> Int? {
        var query = StoreQuery(entities: entities)
        query.predicate = .conjunction(predicates)
        return store.store.explain(store.store.plan(query)).first?.estimatedRows
    }

    /// Reads ahead what will be looked at, and lets go of what was.
    func prepare(_ lookahead: Lookahead, _ rows: some Sequence<RowView>) throws {
        guard !lookahead.isEmpty, let batched else { return }
        batched.trim()
        try lookahead.prepare(rows, batched)
    }

    /// The positions of the stores to ask, ascending.
    func positions(for request: ResolvedRequest) throws(FetchError) -> [Int] {
        // Most hierarchies lie in one store.
        if request.affectedStores == nil, let first = request.entities.first,
            case let homes = stores.routing.homes[first.index],
            request.entities.allSatisfy({ stores.routing.homes[$0.index] == homes })
        {
            return homes.sorted()
        }
        var positions = Set(request.entities.flatMap { stores.routing.homes[$0.index] })
        if let names = request.affectedStores {
            var affected = Set<Int>()
            for name in names {
                guard let position = stores.stores.firstIndex(where: { $0.name == name }) else {
                    // A store that came later is not part of the snapshot.
                    if coordinator.store(named: name) != nil { continue }
                    throw FetchError(
                        .unknownStore,
                        [.store: name, .expected: stores.stores.map(\.name).joined(separator: ", ")])
                }
                affected.insert(position)
            }
            positions.formIntersection(affected)
        }
        return positions.sorted()
    }

    /// The objects whose relationship, kept in a join table, leads to one of some objects.
    func sources(
        of relationship: ModelRelationship, leadingTo objects: Set<ObjectID>
    ) throws(FetchError) -> Set<ObjectID> {
        guard let join = relationship.join else { return [] }
        let isForward = join.forward === relationship
        do {
            let links = try coordinator.links(join, from: Array(objects), forward: !isForward, in: snapshots)
            return Set(links.map { isForward ? $0.source : $0.target })
        } catch {
            throw FetchError(error)
        }
    }
}
