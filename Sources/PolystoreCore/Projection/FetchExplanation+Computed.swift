import PolystoreModel
import PolystoreQuery

extension FetchExplanation {
    /// Explains a request for dictionary results.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - found: How its objects, or groups of them, are found.
    ///   - areGrouped: Whether stores group.
    ///   - collector: What counted groups and results; nil when the request was not run.
    ///   - returned: How many results there were; nil when it was not run.
    init(
        _ request: ComputedRequest, _ found: FetchExplanation, areGrouped: Bool, _ collector: ProjectionCollector?,
        returned: Int?
    ) {
        var steps = found.steps
        func add(_ text: String, _ count: Int?) {
            steps.append(Step(text: text, estimatedRows: nil, actualRows: count))
        }
        let description = request.description
        let keys = description.grouping.map(\.formatText).joined(separator: ", ")
        if request.projection.isGrouped {
            if !keys.isEmpty {
                add("\(areGrouped ? "join the groups of stores" : "group rows") by \(keys)", collector?.groupCount)
            } else if request.projection.bounds == nil {
                add(areGrouped ? "join the aggregates of stores" : "aggregate all rows", collector?.groupCount)
            }
            if let having = description.having {
                add("keep groups where \(having.formatText)", collector?.keptGroupCount)
            }
            if !keys.isEmpty {
                let order = description.objects.sortKeys.map(\.formatText) + [keys]
                add("sort groups by \(order.joined(separator: ", "))", collector?.keptGroupCount)
            }
        } else if areGrouped {
            add("join the different results of stores", collector?.count)
        } else {
            add("compute \(Self.columns(description))", collector?.computedCount)
        }
        if description.isDistinct, request.projection.isGrouped || !areGrouped {
            add("leave out repeated results", collector?.count)
        }
        if request.isCut { add("apply offset and limit to the results", returned) }
        self.init(
            request: Self.text(found.request, request), questions: found.questions, stores: found.stores,
            steps: steps, actualRows: returned)
    }

    private static func text(_ fetch: String, _ request: ComputedRequest) -> String {
        let description = request.description
        var text = "\(fetch), computing \(columns(description))"
        if !description.grouping.isEmpty {
            text += " grouped by \(description.grouping.map(\.formatText).joined(separator: ", "))"
        }
        if let having = description.having { text += " having \(having.formatText)" }
        let keys = description.objects.sortKeys
        if request.projection.isGrouped, !keys.isEmpty {
            text += " sorted by \(keys.map(\.formatText).joined(separator: ", "))"
        }
        if description.isDistinct { text += " distinct" }
        guard request.cutsAfterwards else { return text }
        if let limit = description.objects.limit { text += " limit \(limit)" }
        if description.objects.offset > 0 { text += " offset \(description.objects.offset)" }
        return text
    }

    private static func columns(_ description: DictionaryRequestDescription) -> String {
        description.columns.map(\.expression.formatText).joined(separator: ", ")
    }
}
