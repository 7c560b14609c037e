import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension ManagedObjectContext {
    /// The results of a computed request: rows of values in the order of its columns.
    func computed(_ request: DictionaryRequestDescription) throws -> ArraySlice<[Value]> {
        try source.reading { try results(of: request) }
    }

    private func results(of request: DictionaryRequestDescription) throws -> ArraySlice<[Value]> {
        let resolver = try resolver(answering: request.fetches)
        let projection = try resolver.projection(request)
        var objects = request.objects
        // The order of groups is the projection's.
        if projection.isGrouped { objects.sortKeys = [] }
        var resolved = try resolver.resolve(objects)
        // What groups or leaves out results can only be cut off afterwards.
        let cutsAfterwards = projection.isGrouped || request.isDistinct
        let (limit, offset) = (resolved.limit, resolved.offset)
        if cutsAfterwards { (resolved.limit, resolved.offset) = (nil, 0) }
        let source = rowSource(for: resolved)
        let collector = ProjectionCollector(projection, source)
        if let bounds = projection.bounds {
            let values = try self.source.reading { try bounds.map { try value(of: $0, resolved) } }
            return try collector.finish(aggregates: values).dropFirst(offset).prefix(limit ?? .max)
        }
        let end = request.isDistinct && !projection.isGrouped ? limit.map { $0 + offset } : nil
        let rows = ComputedRows(collector, source, Lookahead(projection.pathsToReadAhead), end: end)
        // Which of equal results are the first ones is told by rows, in their order.
        let keys = projection.isGrouped || (limit == nil && offset == 0) ? projection.distinctKeys : nil
        let grouping = keys.map { StoreGrouping(keys: $0, aggregates: projection.aggregates) }
        if try grouping.map({ try fetchGroups(resolved, by: $0, collector.add, rows.receive) }) != true {
            try fetchRows(resolved, rows.receive)
        }
        try rows.finish()
        let results = try collector.finish()[...]
        return cutsAfterwards ? results.dropFirst(offset).prefix(limit ?? .max) : results
    }

    /// An aggregate over all objects of a request: each store counts, or hands out one row.
    private func value(of bound: ResolvedProjection.Bound, _ request: ResolvedRequest) throws -> Value {
        var request = request
        func require(_ attribute: ModelAttribute) -> ResolvedPath {
            let path = ResolvedPath(terminal: .attribute(attribute))
            let isThere = ResolvedPredicate.comparison(
                ResolvedComparison(.path(path), .notEqual, .constant(.missing)))
            request.predicate = .conjunction((request.predicate?.conjuncts ?? []) + [isThere])
            return path
        }
        switch bound {
        case .count(let attribute):
            if let attribute { _ = require(attribute) }
            let changes = pendingRows(request)
            let count = try source.count(
                request, excluding: changes.excluded, pending: changes.rows, source: rowSource(for: request))
            return .integer(Int64(count))
        case .end(let attribute, let isSmallest):
            request.sortKeys = [ResolvedSortKey(require(attribute), ascending: isSmallest)]
            request.limit = 1
            var value = Value.missing
            try fetchRows(request) { rows in
                rows.allSatisfy { row in
                    value = row.view.value(for: attribute.key)
                    return false
                }
            }
            return value
        }
    }
}
