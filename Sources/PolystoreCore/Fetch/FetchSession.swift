import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// One fetch, from its request to its end: plans, runs queries across stores on the way, and remembers what they found.
///
/// Used on one thread.
final class FetchSession {
    private struct Question: Hashable {
        let relationship: ModelRelationship
        let predicate: ResolvedPredicate
        let asSources: Bool
    }

    let coordinator: PersistentStoreCoordinator
    let stores: StoreSet
    let cut: StoreCut
    let source: any RowSource
    /// The source, when it reads ahead.
    let batched: (any BatchedRowSource)?
    let excluding: Set<ObjectID>
    let pending: [RowView]
    /// Whether the fetch is explained: rows are counted, and questions kept.
    let isExplained: Bool
    /// Whether stores are asked how many rows they expect to look at.
    private let wantsEstimates: Bool
    private var questions: [FetchExplanation.Question] = []
    private var answers: [Question: Set<ObjectID>?] = [:]

    /// How many objects a set that is handed to another store has at most; beyond, rows are looked at one batch after
    /// another.
    static let largestSet = 1 << 15
    /// How many rows of a scan cost as much as looking one up.
    private static let costOfLookup = 4
    /// How many rows are looked at without thinking about the better direction.
    private static let fewRows = 200

    init(
        _ coordinator: PersistentStoreCoordinator, _ stores: StoreSet, _ cut: StoreCut, source: any RowSource,
        excluding: Set<ObjectID> = [], pending: [RowView] = [], isExplained: Bool = false,
        wantsEstimates: Bool = false
    ) {
        self.coordinator = coordinator
        self.stores = stores
        self.cut = cut
        self.source = source
        batched = source as? any BatchedRowSource
        self.excluding = excluding
        self.pending = pending
        self.isExplained = isExplained
        self.wantsEstimates = wantsEstimates || isExplained
    }

    /// Asks every store that may hold the request's objects how it would answer.
    func plan(_ request: ResolvedRequest) throws(FetchError) -> FetchPlan {
        if request.affectedStores == nil, let absent = stores.routing.absentHome(among: request.entities) {
            throw FetchError(.storeNotOpen, [.entity: absent.entity.name, .store: absent.stores])
        }
        let scope = PathScope(stores: stores) { [batched] in batched?.isOverlaid($0) ?? false }
        var parts: [FetchPlan.Part] = []
        for position in try positions(for: request) {
            let store = stores.stores[position]
            let entities = request.entities.filter { stores.routing.homes[$0.index].contains(position) }
            guard !entities.isEmpty, let snapshot = cut.snapshot(of: store.number) else { continue }
            parts.append(try part(request, entities, store, position, snapshot, scope))
        }
        defer { questions = [] }
        return FetchPlan(request: request, parts: parts, questions: questions)
    }

    private func part(
        _ request: ResolvedRequest, _ entities: [ModelEntity], _ store: AttachedStore, _ position: Int,
        _ snapshot: any StoreSnapshot, _ scope: PathScope
    ) throws(FetchError) -> FetchPlan.Part {
        let conjuncts = request.predicate?.conjuncts ?? []
        let isInside = conjuncts.map { scope.isInside($0, store) }
        let alone = zip(conjuncts, isInside).filter(\.1).map(\.0)
        let rows = alone.count < conjuncts.count ? estimate(entities, alone, store) : nil
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
        var query = StoreQuery(entities: entities)
        query.predicate = .conjunction(taken)
        if request.isOrdered, request.sortKeys.allSatisfy({ scope.isInside($0, store) }) {
            query.sortKeys = request.sortKeys
            query.isOrdered = true
            // Rows that are passed over because they have unsaved changes must not use up the limit.
            if withheld.isEmpty, let limit = request.limit { query.limit = limit + request.offset + excluding.count }
        }
        query.wantsEstimates = wantsEstimates
        var plan = store.store.plan(query)
        let meter = isExplained ? PartMeter() : nil
        plan.meter = meter?.store
        let rest = ResolvedPredicate.conjunction((plan.residual?.conjuncts ?? []) + withheld)
        return FetchPlan.Part(
            store: store, position: position, snapshot: snapshot, plan: plan, rest: rest, meter: meter)
    }

    /// How many rows a store expects to look at for what it can decide alone; nil when it does not say.
    private func estimate(
        _ entities: [ModelEntity], _ predicates: [ResolvedPredicate], _ store: AttachedStore
    ) -> Int? {
        var query = StoreQuery(entities: entities)
        query.predicate = .conjunction(predicates)
        query.wantsEstimates = true
        return store.store.plan(query).steps.first?.estimatedRows
    }

    /// Reads ahead what will be looked at, and lets go of what was.
    func prepare(_ lookahead: Lookahead, _ rows: some Sequence<RowView>) throws {
        guard !lookahead.isEmpty, let batched else { return }
        batched.trim()
        try lookahead.prepare(rows, batched)
    }

    /// The positions of the stores to ask, ascending.
    private func positions(for request: ResolvedRequest) throws(FetchError) -> [Int] {
        var positions = Set(request.entities.flatMap { stores.routing.homes[$0.index] })
        if let names = request.affectedStores {
            var affected = Set<Int>()
            for name in names {
                guard let position = stores.stores.firstIndex(where: { $0.name == name }) else {
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

    /// The destination objects of a relationship for which a predicate holds, or the objects that lead to them.
    ///
    /// With `asSources`, the objects on the relationship's near side are wanted.
    ///
    /// - Parameters:
    ///   - relationship: The relationship.
    ///   - predicate: What holds for its destination.
    ///   - asSources: Whether the objects on the near side are wanted.
    ///   - rows: How many rows of the near side are left to be looked at without this question; nil when nobody knows.
    /// - Returns: The objects; nil when there are too many for a set, or when looking them up for the rows of the near
    ///   side, a batch at a time, is the better direction.
    /// - Throws: What the fetch of the objects throws.
    func objects(
        of relationship: ModelRelationship, where predicate: ResolvedPredicate, asSources: Bool, rows: Int?
    ) throws(FetchError) -> Set<ObjectID>? {
        let question = Question(relationship: relationship, predicate: predicate, asSources: asSources)
        if let known = answers[question] { return known }
        var request = ResolvedRequest(
            entity: relationship.destination, entities: relationship.destination.concreteFamily)
        request.predicate = predicate
        let session = FetchSession(
            coordinator, stores, cut, source: source, isExplained: isExplained, wantsEstimates: rows != nil)
        let plan = try session.plan(request)
        if let rows, let far = plan.estimatedRows, far > FetchSession.costOfLookup * rows + FetchSession.fewRows {
            if isExplained { explain(question, plan, nil, "about \(far) rows there for \(rows) here") }
            answers[question] = .some(nil)
            return nil
        }
        let found = try collect(relationship, asSources: asSources, plan, session)
        if isExplained { explain(question, plan, found, "too many for a set") }
        answers[question] = .some(found)
        return found
    }

    private func explain(_ question: Question, _ plan: FetchPlan, _ found: Set<ObjectID>?, _ reason: String) {
        let relationship = question.relationship
        let asked = plan.parts.map(\.store.name).joined(separator: ", ")
        let outcome =
            found.map { "\($0.count) object\($0.count == 1 ? "" : "s") for \(relationship.name)" }
            ?? "\(reason); looked up batch by batch"
        let condition = question.predicate.explanation
        let text = "ask \(relationship.destination.name) where \(condition) in \(asked): \(outcome)"
        let returned = plan.parts.reduce(0) { $0 + ($1.meter?.kept ?? 0) }
        questions.append(FetchExplanation.Question(text: text, fetch: FetchExplanation(plan, returned: returned)))
    }

    /// The objects whose relationship, kept in a join table, leads to one of some objects.
    func sources(
        of relationship: ModelRelationship, leadingTo objects: Set<ObjectID>
    ) throws(FetchError) -> Set<ObjectID> {
        guard let join = relationship.join else { return [] }
        let isForward = join.forward === relationship
        do {
            let links = try coordinator.links(join, from: Array(objects), forward: !isForward, in: cut)
            return Set(links.map { isForward ? $0.source : $0.target })
        } catch {
            throw FetchError(error)
        }
    }

    private func collect(
        _ relationship: ModelRelationship, asSources: Bool, _ plan: FetchPlan, _ session: FetchSession
    ) throws(FetchError) -> Set<ObjectID>? {
        var found = Set<ObjectID>()
        // Rows with the reference back tell their sources themselves; pairs of a join are asked for afterwards.
        let inverse = asSources && relationship.form != .join ? relationship.inverse : nil
        try FetchRun(plan, session, isCancelled: { false }).run { row in
            row.allSatisfy { row in
                if let inverse {
                    if let slot = row.view.slot(of: inverse.key), let object = row.view.reference(slot.pointee) {
                        found.insert(object)
                    }
                } else {
                    found.insert(row.view.objectID)
                }
                return found.count <= FetchSession.largestSet
            }
        }
        if found.count <= FetchSession.largestSet, asSources, relationship.form == .join {
            found = try sources(of: relationship, leadingTo: found)
        }
        return found.count <= FetchSession.largestSet ? found : nil
    }
}
