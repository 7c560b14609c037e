import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension ManagedObjectContext {
    /// The number of objects that a request finds; one like it that was answered before is not resolved and planned again.
    func count(_ description: FetchRequestDescription) throws -> Int {
        // What is counted of a limited request is not what a store counts.
        guard description.limit == nil, description.offset == 0,
            let shape = try shape(of: description, isCount: true)
        else { return try count(try resolve(description)) }
        if let known = source.knownRequest(shape), let count = try source.count(known, shape) { return count }
        return try count(try resolve(description), shape: shape)
    }

    /// Hands out the rows that a request finds; one like it that was answered before is not resolved and planned again.
    ///
    /// - Returns: The resolved request, without conditions where it was known.
    @discardableResult
    func fetchRows(
        _ description: FetchRequestDescription, _ receive: (FetchedRows) -> Bool
    ) throws -> ResolvedRequest {
        let shape = try shape(of: description, isCount: false)
        if let shape, let known = source.knownRequest(shape), try fetchRows(known, shape, receive) {
            return known.request
        }
        let resolved = try resolve(description)
        try fetchRows(resolved, shape: shape, receive)
        return resolved
    }

    private func fetchRows(
        _ known: KnownRequest, _ shape: RequestShape, _ receive: (FetchedRows) -> Bool
    ) throws -> Bool {
        sweepIfGrown()
        let cancellation = cancellation
        do {
            let isDone = try source.fetch(
                known, shape, source: rowSource(for: known.request),
                isCancelled: { cancellation?.isSet ?? Task.isCancelled }, receive)
            try throwAccessError()
            return isDone
        } catch let error as FetchError where error.code == .cancelled {
            throw CancellationError()
        }
    }

    /// The shape of a plain request for which no unsaved change counts; nil for all others.
    private func shape(of description: FetchRequestDescription, isCount: Bool) throws -> RequestShape? {
        try throwAccessError()
        try processPendingChanges()
        guard tracked.isEmpty || !description.includesPendingChanges else { return nil }
        return RequestShape(description, isCount: isCount)
    }
}
