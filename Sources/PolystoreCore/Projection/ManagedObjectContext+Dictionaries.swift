import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension ManagedObjectContext {
    /// Values computed of the objects that a request finds, or of groups of them, by the names of its columns.
    ///
    /// A column without a value is missing in the dictionary. The answer is always that of the saved state plus the
    /// context's own changes, unless the request leaves these out: also in aggregates, and together with a limit.
    ///
    /// - Throws: What `fetch` throws, and `QueryError` for columns, groups and conditions that do not fit the model.
    /// - Complexity: As `fetch`; memory is that of the results and of one key and its aggregates for each group.
    public func fetchDictionaries(_ request: DictionaryRequestDescription) throws -> [[String: Value]] {
        try requireExecutor()
        return try source.reading { try dictionaries(request) }
    }

    private func dictionaries(_ request: DictionaryRequestDescription) throws -> [[String: Value]] {
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
            return dictionaries(try collector.finish(aggregates: values)[...], projection, limit: limit, offset: offset)
        }
        let end = request.isDistinct && !projection.isGrouped ? limit.map { $0 + offset } : nil
        var failure: (any Error)?
        let receive = { (rows: FetchedRows) -> Bool in
            rows.allSatisfy { row in
                if let end, collector.count >= end { return false }
                do {
                    try collector.add(row.view)
                    source.trim()
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
        }
        // Which of equal results are the first ones is told by rows, in their order.
        let keys = projection.isGrouped || (limit == nil && offset == 0) ? projection.distinctKeys : nil
        let grouping = keys.map { StoreGrouping(keys: $0, aggregates: projection.aggregates) }
        if try grouping.map({ try fetchGroups(resolved, by: $0, collector.add, receive) }) != true {
            try fetchRows(resolved, receive)
        }
        if let failure { throw failure }
        let results = try collector.finish()[...]
        return cutsAfterwards
            ? dictionaries(results, projection, limit: limit, offset: offset)
            : dictionaries(results, projection, limit: nil, offset: 0)
    }

    private func dictionaries(
        _ results: ArraySlice<[Value]>, _ projection: ResolvedProjection, limit: Int?, offset: Int
    ) -> [[String: Value]] {
        results.dropFirst(offset).prefix(limit ?? .max).map { values in
            var dictionary: [String: Value] = [:]
            for (name, value) in zip(projection.names, values) where !value.isMissing { dictionary[name] = value }
            return dictionary
        }
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
