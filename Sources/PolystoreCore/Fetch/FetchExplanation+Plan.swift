import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension FetchExplanation {
    /// Explains a plan.
    init(_ plan: FetchPlan) {
        let request = plan.request
        var text = "fetch \(request.entity.name)"
        if let predicate = request.predicate { text += " where \(predicate.explanation)" }
        if !request.sortKeys.isEmpty {
            let keys = request.sortKeys.map { $0.path.text + ($0.isAscending ? "" : " descending") }
            text += " sorted by \(keys.joined(separator: ", "))"
        }
        if let limit = request.limit { text += " limit \(limit)" }
        if request.offset > 0 { text += " offset \(request.offset)" }
        var steps: [String] = []
        if request.isOrdered {
            if plan.parts.contains(where: { !$0.isSorted }) { steps.append("sort rows above the stores") }
            if plan.parts.count > 1 { steps.append("merge the rows of \(plan.parts.count) stores in order") }
            let isWindowLeft = !(plan.parts.count == 1 && plan.parts[0].plan.isLimited && request.offset == 0)
            if request.limit != nil || request.offset > 0, isWindowLeft {
                steps.append("apply offset and limit to the merged rows")
            }
        }
        self.init(
            request: text, questions: plan.questions,
            stores: plan.parts.map { part in
                Store(
                    name: part.store.name, type: part.store.typeName,
                    entities: part.plan.query.entities.map(\.name), steps: part.plan.steps,
                    residual: part.rest?.explanation, isSorted: part.isSorted, isLimited: part.plan.isLimited)
            }, steps: steps)
    }
}
