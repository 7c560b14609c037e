import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension ManagedObjectContext {
    /// How a request for dictionary results would be answered: what stores find and group, and what is computed, grouped,
    /// chosen and cut off above them.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - analyzing: Whether the request is run as well, unsaved changes included, and each step says how many rows,
    ///     groups or results it really handed on.
    /// - Returns: The steps as a tree; its `description` is what `polystore explain` prints.
    /// - Throws: What `fetchDictionaries` throws.
    /// - Complexity: A few look-ups for each index; with `analyzing`, what the request costs.
    public func explain(
        _ request: DictionaryRequestDescription, analyzing: Bool = false
    ) throws -> FetchExplanation {
        try beginUse()
        return try source.reading {
            let computed = try ComputedRequest(request, try resolver(answering: request.fetches))
            if let bounds = computed.projection.bounds { return try explanation(of: computed, bounds, analyzing) }
            return try explanation(of: computed, analyzing)
        }
    }

    private func explanation(of request: ComputedRequest, _ analyzing: Bool) throws -> FetchExplanation {
        let rowSource = rowSource(for: request.objects)
        let collector = ProjectionCollector(request.projection, rowSource)
        let rows = ComputedRows(request, collector, rowSource)
        let outcome = try execute(
            request.objects, goal: request.goal(collector), mode: analyzing ? .analyze : .explain, rows.receive)
        guard let found = outcome.explanation else { preconditionFailure("what was explained has an explanation") }
        guard analyzing else {
            return FetchExplanation(request, found, areGrouped: outcome.areGrouped, nil, returned: nil)
        }
        try rows.finish()
        let returned = request.wanted(of: try collector.finish()).count
        return FetchExplanation(request, found, areGrouped: outcome.areGrouped, collector, returned: returned)
    }

    /// Aggregates over everything, each of which is asked for by itself.
    private func explanation(
        of request: ComputedRequest, _ bounds: [ResolvedProjection.Bound], _ analyzing: Bool
    ) throws -> FetchExplanation {
        var values: [Value] = []
        let questions = try bounds.map { bound in
            let asked = request.objects.asking(bound)
            var isRun = analyzing
            // Counting reads no rows, which a fetch would.
            if case .count = bound { isRun = false }
            let outcome = try execute(asked, mode: isRun ? .analyze : .explain)
            guard let found = outcome.explanation else { preconditionFailure("what was explained has an explanation") }
            if analyzing { values.append(try value(of: bound, request.objects)) }
            var rows = found.actualRows
            if !isRun, case .integer(let count)? = values.last { rows = Int(count) }
            return FetchExplanation.Question(
                text: bound.explanation + (rows.map { " [actual \($0)]" } ?? ""),
                fetch: FetchExplanation(
                    request: found.request, questions: found.questions, stores: found.stores, steps: found.steps,
                    actualRows: rows))
        }
        let found = FetchExplanation(
            request: FetchExplanation.text(request.objects), questions: questions, stores: [], steps: [],
            actualRows: nil)
        guard analyzing else { return FetchExplanation(request, found, areGrouped: true, nil, returned: nil) }
        let collector = ProjectionCollector(request.projection, rowSource(for: request.objects))
        let returned = request.wanted(of: try collector.finish(aggregates: values)).count
        return FetchExplanation(request, found, areGrouped: true, collector, returned: returned)
    }
}
