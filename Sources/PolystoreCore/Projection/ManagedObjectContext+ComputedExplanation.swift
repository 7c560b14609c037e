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
        try requireExecutor()
        return try source.reading {
            let computed = try ComputedRequest(request, try resolver(answering: request.fetches))
            do {
                let explanation =
                    if let bounds = computed.projection.bounds {
                        try explanation(of: computed, bounds, analyzing)
                    } else {
                        try explanation(of: computed, analyzing)
                    }
                try throwAccessError()
                return explanation
            } catch let error as FetchError where error.code == .cancelled {
                throw CancellationError()
            }
        }
    }

    private func explanation(of request: ComputedRequest, _ analyzing: Bool) throws -> FetchExplanation {
        let rowSource = rowSource(for: request.objects)
        let collector = ProjectionCollector(request.projection, rowSource)
        let rows = ComputedRows(request, collector, rowSource)
        let changes = pendingRows(request.objects)
        let isCancelled = { [cancellation] in cancellation?.isSet ?? Task.isCancelled }
        let groups = try request.grouping.flatMap { grouping in
            try source.explainGroups(
                request.objects, by: grouping, excluding: changes.excluded, pending: changes.rows, source: rowSource,
                isCancelled: isCancelled,
                running: analyzing ? GroupReceiver(group: collector.add, rows: rows.receive) : nil)
        }
        let found =
            try groups
            ?? source.explain(
                request.objects, excluding: changes.excluded, pending: changes.rows, source: rowSource,
                isCancelled: isCancelled, running: analyzing ? rows.receive : nil)
        guard analyzing else { return FetchExplanation(request, found, areGrouped: groups != nil, nil, returned: nil) }
        try rows.finish()
        let returned = request.wanted(of: try collector.finish()).count
        return FetchExplanation(request, found, areGrouped: groups != nil, collector, returned: returned)
    }

    /// Aggregates over everything, each of which is asked for by itself.
    private func explanation(
        of request: ComputedRequest, _ bounds: [ResolvedProjection.Bound], _ analyzing: Bool
    ) throws -> FetchExplanation {
        var values: [Value] = []
        let questions = try bounds.map { bound in
            let asked = request.objects.asking(bound)
            let changes = pendingRows(asked)
            var isRun = analyzing
            // Counting reads no rows, which a fetch would.
            if case .count = bound { isRun = false }
            let found = try source.explain(
                asked, excluding: changes.excluded, pending: changes.rows, source: rowSource(for: asked),
                isCancelled: { [cancellation] in cancellation?.isSet ?? Task.isCancelled },
                running: isRun ? { _ in true } : nil)
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
