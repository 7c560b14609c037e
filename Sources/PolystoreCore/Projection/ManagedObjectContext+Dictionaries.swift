import PolystoreModel
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
        var resolved = try resolver.resolve(request.objects)
        // What groups or leaves out results can only be cut off afterwards.
        let cutsAfterwards = projection.isGrouped || request.isDistinct
        let (limit, offset) = (resolved.limit, resolved.offset)
        if cutsAfterwards { (resolved.limit, resolved.offset) = (nil, 0) }
        if projection.isGrouped { resolved.sortKeys = [] }
        let source = rowSource(for: resolved)
        let collector = ProjectionCollector(projection, source)
        let end = request.isDistinct && !projection.isGrouped ? limit.map { $0 + offset } : nil
        var failure: (any Error)?
        try fetchRows(resolved) { rows in
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
        if let failure { throw failure }
        var results = try collector.finish()[...]
        if cutsAfterwards {
            results = results.dropFirst(offset)
            if let limit { results = results.prefix(limit) }
        }
        return results.map { values in
            var dictionary: [String: Value] = [:]
            for (name, value) in zip(projection.names, values) where !value.isMissing { dictionary[name] = value }
            return dictionary
        }
    }
}
