import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension FetchExplanation {
    /// Explains a plan.
    ///
    /// - Parameters:
    ///   - plan: The plan; its parts have counted when it was run.
    ///   - isRun: Whether it was.
    ///   - returned: How many rows the fetch handed out.
    init(_ plan: FetchPlan, isRun: Bool, returned: Int) {
        let returned = isRun ? returned : nil
        self.init(
            request: Self.text(plan.request), questions: plan.questions,
            stores: plan.parts.map { Store($0, isRun: isRun) },
            steps: Self.groupSteps(plan, isRun: isRun) + Self.rowSteps(plan, returned: returned),
            actualRows: returned)
    }

    /// The request, in a line.
    static func text(_ request: ResolvedRequest) -> String {
        var text = "fetch \(request.entity.name)"
        if let predicate = request.predicate { text += " where \(predicate.explanation)" }
        if !request.sortKeys.isEmpty {
            let keys = request.sortKeys.map { key in
                key.path.map { $0.text + (key.isAscending ? "" : " descending") } ?? key.formatText
            }
            text += " sorted by \(keys.joined(separator: ", "))"
        }
        if let limit = request.limit { text += " limit \(limit)" }
        if request.offset > 0 { text += " offset \(request.offset)" }
        return text
    }

    /// The coordinator's steps over the groups that stores hand out.
    private static func groupSteps(_ plan: FetchPlan, isRun: Bool) -> [Step] {
        plan.parts.compactMap { part in
            guard let text = part.groups?.keys.explanation else { return nil }
            return Step(
                text: "look up \(text) for the groups of \(part.store.name)", estimatedRows: nil,
                actualRows: isRun ? part.meter?.received : nil)
        }
    }

    /// The coordinator's steps over the rows that stores hand out.
    private static func rowSteps(_ plan: FetchPlan, returned: Int?) -> [Step] {
        guard plan.request.isOrdered else { return [] }
        let unsorted = plan.parts.filter { !$0.isSorted }
        let kept = returned.map { _ in plan.parts.reduce(0) { $0 + ($1.meter?.kept ?? 0) } }
        var steps: [Step] = []
        if !unsorted.isEmpty {
            let sorted = returned.map { _ in unsorted.reduce(0) { $0 + ($1.meter?.kept ?? 0) } }
            steps.append(Step(text: "sort rows above the stores", estimatedRows: nil, actualRows: sorted))
        }
        if plan.parts.count > 1 {
            steps.append(
                Step(
                    text: "merge the rows of \(plan.parts.count) stores in order", estimatedRows: nil, actualRows: kept)
            )
        }
        let isWindowLeft = !(plan.parts.count == 1 && plan.parts[0].plan.isLimited && plan.request.offset == 0)
        if plan.request.limit != nil || plan.request.offset > 0, isWindowLeft {
            steps.append(
                Step(text: "apply offset and limit to the merged rows", estimatedRows: nil, actualRows: returned))
        }
        return steps
    }
}

extension FetchExplanation.Store {
    /// Explains a part: the route that its plan takes, and how many rows or groups it handed out.
    fileprivate init(_ part: FetchPlan.Part, isRun: Bool) {
        let meter = isRun ? part.meter : nil
        let route = part.store.store.explain(part.groups?.plan ?? part.plan)
        let steps = route.enumerated().map { place, step in
            // What the last step hands on is what the store hands out: the store need not count that.
            FetchExplanation.Step(
                text: step.text, estimatedRows: step.estimatedRows,
                actualRows: meter?.store.rows(step: place) ?? (place == route.count - 1 ? meter?.received : nil))
        }
        let residual = part.rest.map {
            FetchExplanation.Step(text: $0.explanation, estimatedRows: nil, actualRows: meter?.kept)
        }
        let areRows = part.groups == nil
        self.init(
            name: part.store.name, type: part.store.typeName, entities: part.plan.planned.entities.map(\.name),
            steps: steps, residual: residual, isSorted: areRows && part.isSorted,
            isLimited: areRows && part.plan.isLimited, visitedRows: meter?.store.visited,
            passedEntries: meter?.store.passed)
    }
}
