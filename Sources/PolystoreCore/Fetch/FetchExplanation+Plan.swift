import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension FetchExplanation {
    /// Explains a plan.
    ///
    /// - Parameters:
    ///   - plan: The plan; its parts have counted when it was run.
    ///   - returned: How many rows the fetch handed out; nil when it was not run.
    init(_ plan: FetchPlan, returned: Int?) {
        let isRun = returned != nil
        self.init(
            request: Self.text(plan.request), questions: plan.questions,
            stores: plan.parts.map { Store($0, isRun: isRun) },
            steps: FetchExplanation.steps(plan, returned: returned), actualRows: returned)
    }

    /// Explains a plan of groups.
    init(_ plan: GroupPlan, isRun: Bool) {
        let grouped = plan.parts.map { (position: $0.part.position, store: Store($0, isRun: isRun)) }
        let others = plan.rest.parts.map { (position: $0.position, store: Store($0, isRun: isRun)) }
        let steps = plan.parts.compactMap { part -> Step? in
            guard let text = part.keys.explanation else { return nil }
            return Step(
                text: "look up \(text) for the groups of \(part.part.store.name)", estimatedRows: nil,
                actualRows: isRun ? part.part.meter?.received : nil)
        }
        self.init(
            request: Self.text(plan.rest.request), questions: plan.rest.questions,
            stores: (grouped + others).sorted { $0.position < $1.position }.map(\.store), steps: steps,
            actualRows: nil)
    }

    /// What is asked for, in a line.
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

    /// What is done above the stores.
    private static func steps(_ plan: FetchPlan, returned: Int?) -> [Step] {
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
    /// Explains a part that computes groups, and hands out these.
    fileprivate init(_ part: GroupPlan.Part, isRun: Bool) {
        let meter = isRun ? part.part.meter : nil
        let last = part.plan.steps.count - 1
        let steps = part.plan.steps.enumerated().map { place, step in
            FetchExplanation.Step(
                text: step.text, estimatedRows: step.estimatedRows,
                actualRows: place == last ? meter?.received : nil)
        }
        self.init(
            name: part.part.store.name, type: part.part.store.typeName,
            entities: part.plan.query.entities.map(\.name), steps: steps, residual: nil, isSorted: false,
            isLimited: false, visitedRows: nil)
    }

    /// Explains a part.
    fileprivate init(_ part: FetchPlan.Part, isRun: Bool) {
        let meter = isRun ? part.meter : nil
        let last = part.plan.steps.count - 1
        let steps = part.plan.steps.enumerated().map { place, step in
            // What the last step hands on is what the store hands out: the store need not count that.
            FetchExplanation.Step(
                text: step.text, estimatedRows: step.estimatedRows,
                actualRows: meter?.store.rows(step: place) ?? (place == last ? meter?.received : nil))
        }
        let residual = part.rest.map {
            FetchExplanation.Step(text: $0.explanation, estimatedRows: nil, actualRows: meter?.kept)
        }
        self.init(
            name: part.store.name, type: part.store.typeName, entities: part.plan.query.entities.map(\.name),
            steps: steps, residual: residual, isSorted: part.isSorted, isLimited: part.plan.isLimited,
            visitedRows: meter?.store.visited)
    }
}
