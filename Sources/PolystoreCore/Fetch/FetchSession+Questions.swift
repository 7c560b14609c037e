import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension FetchSession {
    /// The destination objects of a relationship for which a predicate holds, or the objects that lead to them.
    ///
    /// With `asSources`, the objects on the relationship's near side are wanted.
    ///
    /// - Parameters:
    ///   - relationship: The relationship.
    ///   - predicate: What holds for its destination.
    ///   - asSources: Whether the objects on the near side are wanted.
    ///   - rows: How many rows of the near side are left to be looked at without this question; nil when unknown.
    /// - Returns: The objects; nil when there are too many for a set, or when looking them up for the rows of the near
    ///   side, a batch at a time, is the better direction.
    /// - Throws: The errors of fetching the objects.
    func objects(
        of relationship: ModelRelationship, where predicate: ResolvedPredicate, asSources: Bool, rows: Int?
    ) throws(FetchError) -> Set<ObjectID>? {
        let question = Question(relationship: relationship, predicate: predicate, asSources: asSources)
        if let known = answers[question] { return known }
        let found = try ask(question, rows: rows) { plan, session throws(FetchError) in
            try collect(relationship, asSources: asSources, plan, session)
        }
        answers[question] = .some(found)
        return found
    }

    /// How many of the objects for which a predicate holds each owner has, of a to-many relationship whose inverse stands
    /// in their rows; owners of none are not among them.
    ///
    /// - Parameters:
    ///   - relationship: The relationship.
    ///   - predicate: What holds for its destination.
    ///   - rows: How many rows of the near side are left to be looked at without this question; nil when unknown.
    /// - Returns: The owners' counts; nil when there are too many owners, or when looking up the objects of the rows of
    ///   the near side, a batch at a time, is the better direction.
    /// - Throws: The errors of fetching the objects.
    func counts(
        of relationship: ModelRelationship, where predicate: ResolvedPredicate, rows: Int?
    ) throws(FetchError) -> [ObjectID: Int]? {
        guard let inverse = relationship.inverse else { return nil }
        let question = Question(relationship: relationship, predicate: predicate, asSources: true)
        if let known = counts[question] { return known }
        let found = try ask(question, rows: rows) { plan, session throws(FetchError) -> [ObjectID: Int]? in
            var found: [ObjectID: Int] = [:]
            try FetchRun(plan, session, isCancelled: { false }).rows { row in
                row.allSatisfy { row in
                    if let slot = row.view.slot(of: inverse.key), let owner = row.view.reference(slot.pointee) {
                        found[owner, default: 0] += 1
                    }
                    return found.count <= FetchSession.largestSet
                }
            }
            return found.count <= FetchSession.largestSet ? found : nil
        }
        counts[question] = .some(found)
        return found
    }

    /// Plans the fetch of a question, and lets what it finds be collected unless there is a better direction.
    private func ask<Found: Collection>(
        _ question: Question, rows: Int?, _ collect: (FetchPlan, FetchSession) throws(FetchError) -> Found?
    ) throws(FetchError) -> Found? {
        let destination = question.relationship.destination
        var request = ResolvedRequest(entity: destination, entities: destination.concreteFamily)
        request.predicate = question.predicate
        let session = FetchSession(
            coordinator, stores, snapshots, ContextOverlay(source: overlay.source), isMetered: isMetered)
        let plan = try session.plan(request)
        if let rows, let far = plan.estimatedRows, far > FetchSession.costOfLookup * rows + FetchSession.fewRows {
            if isMetered { explain(question, plan, nil, "about \(far) rows there for \(rows) here") }
            return nil
        }
        let found = try collect(plan, session)
        if isMetered { explain(question, plan, found?.count, "too many for a set") }
        return found
    }

    private func explain(_ question: Question, _ plan: FetchPlan, _ found: Int?, _ reason: String) {
        let relationship = question.relationship
        let asked = plan.parts.map(\.store.name).joined(separator: ", ")
        let outcome =
            found.map { "\($0) object\($0 == 1 ? "" : "s") for \(relationship.name)" }
            ?? "\(reason); looked up batch by batch"
        let condition = question.predicate.explanation
        let text = "ask \(relationship.destination.name) where \(condition) in \(asked): \(outcome)"
        let returned = plan.parts.reduce(0) { $0 + ($1.meter?.kept ?? 0) }
        questions.append(
            FetchExplanation.Question(text: text, fetch: FetchExplanation(plan, isRun: true, returned: returned)))
    }

    private func collect(
        _ relationship: ModelRelationship, asSources: Bool, _ plan: FetchPlan, _ session: FetchSession
    ) throws(FetchError) -> Set<ObjectID>? {
        var found = Set<ObjectID>()
        // Rows with the reference back tell their sources themselves; pairs of a join are asked for afterwards.
        let inverse = asSources && relationship.form != .join ? relationship.inverse : nil
        try FetchRun(plan, session, isCancelled: { false }).rows { row in
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
