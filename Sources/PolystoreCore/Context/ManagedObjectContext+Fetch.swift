import PolystoreModel
import PolystoreStorage

extension ManagedObjectContext {
    /// The objects that a request finds, unsaved changes included, in the request's order.
    ///
    /// The objects live in this context and do not keep it: hold the context for as long as they are used.
    ///
    /// The result comes from one consistent snapshot of all stores (P4). A registered object is returned as it is, with its
    /// unsaved values.
    ///
    /// - Throws: `QueryError` for a request that does not fit the model, `FetchError` and `StoreError` from the stores,
    ///   `CancellationError` when the task is cancelled between batches, and the access error if there is one.
    /// - Complexity: One round trip for each store that may hold the entity, and one more for each prefetched step.
    public func fetch<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [Object] {
        try fetchObjects(request.description) { try $0.cast(to: Object.self) }
    }

    /// The first object that a request finds; nil when there is none.
    public func first<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Object? {
        try fetch(request.limit(1)).first
    }

    /// The number of objects that a request finds, unsaved changes included.
    ///
    /// - Complexity: One round trip for each store; no rows are read where the store can count without them.
    public func count<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Int {
        try beginUse()
        return try source.reading { try execute(request.description, goal: .count).count }
    }

    /// The IDs of the objects that a request finds, in its order; makes no objects.
    public func fetchIDs<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [ObjectID] {
        try beginUse()
        return try source.reading {
            var result: [ObjectID] = []
            try execute(request.description) { rows in
                rows.allSatisfy { row in
                    result.append(row.view.objectID)
                    return true
                }
            }
            return result
        }
    }

    /// Calls a closure with the objects that a request finds, a batch at a time, and lets go of each batch's clean
    /// objects before the next: memory stays bounded (P9).
    ///
    /// - Parameters:
    ///   - request: The request; its batch size counts, 1,000 where it has none.
    ///   - body: Gets each batch; returns whether to go on. It may change, insert, delete and save: objects come as they
    ///     were when the call began, but for what this context has saved since, and without what it has deleted.
    /// - Throws: The errors of `fetch` and of the closure.
    public func forEachBatch<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ body: ([Object]) throws -> Bool
    ) throws {
        try beginUse()
        try source.reading { try forEachBatch(try resolve(request.description), body) }
    }

    private func forEachBatch<Object: ManagedObject>(
        _ resolved: ResolvedRequest, _ body: ([Object]) throws -> Bool
    ) throws {
        let size = max(1, resolved.batchSize ?? 1000)
        let read = StreamedRead(countsChanges: resolved.includesPendingChanges)
        streamedReads.append(read)
        defer { streamedReads.removeAll { $0 === read } }
        var batch: [Object] = []
        var failure: (any Error)?
        func deliver() -> Bool {
            defer {
                batch.removeAll(keepingCapacity: true)
                prune()
            }
            read.begin(batch)
            do {
                try prefetch(resolved.prefetchedPaths, from: batch, of: resolved.entity)
                return try body(batch)
            } catch {
                failure = error
                return false
            }
        }
        var goesOn = true
        pruneIfGrown()
        // Copies: the closure may save what is pending, or change it.
        let overlay = overlay(for: resolved).copied
        try execute(SourceRequest(resolved, isCancelled: isCancelled), over: overlay) { rows in
            rows.allSatisfy { row in
                do {
                    if let object = try object(of: row, in: read)?.cast(to: Object.self) { batch.append(object) }
                } catch {
                    failure = error
                    return false
                }
                if batch.count >= size { goesOn = deliver() }
                return goesOn
            }
        }
        withExtendedLifetime(overlay) {}
        if goesOn, failure == nil, !batch.isEmpty { _ = deliver() }
        if let failure { throw failure }
    }

    /// The object of a row that comes after the context may have saved; nil for one that is not here any more.
    private func object(of row: FetchedRow, in read: StreamedRead) throws -> ManagedObject? {
        let objectID = row.view.objectID
        if read.takeDeleted(objectID) { return nil }
        if read.countsChanges, row.batch == nil || !tracked.isEmpty {
            let known = registered(objectID)
            if known?.flags.contains(.deleted) ?? false { return nil }
            // Its change was taken back, and the object is gone: what is stored counts again.
            if known == nil, row.batch == nil { return try readRow(of: objectID) }
        }
        guard read.takeSaved(objectID), registered(objectID)?.isFault ?? true else { return object(of: row) }
        return try readRow(of: objectID)
    }

    /// How a request would be answered: what each store does itself, what is done above the stores, and how many rows
    /// each step is expected to hand on.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - analyzing: Whether the request is run as well, unsaved changes included, and each step says how many rows it
    ///     really handed on. No object is made of what is found.
    /// - Returns: The steps as a tree; its `description` is what `polystore explain` prints.
    /// - Throws: The errors of `fetch`.
    /// - Complexity: A few look-ups for each index; with `analyzing`, what the fetch costs. Queries across stores that
    ///   come before the fetch itself are always run, because what they find decides the rest.
    public func explain<Object: ManagedObject>(
        _ request: FetchRequest<Object>, analyzing: Bool = false
    ) throws -> FetchExplanation {
        try beginUse()
        let outcome = try source.reading {
            try execute(request.description, mode: analyzing ? .analyze : .explain) { _ in true }
        }
        guard let explanation = outcome.explanation else {
            preconditionFailure("what was explained has an explanation")
        }
        return explanation
    }

    /// Fetches, casts and reads along; not generic, because it is what a fetch spends its time in.
    private func fetchObjects<Objects>(
        _ description: FetchRequestDescription, _ cast: (FetchedObjects) throws -> Objects
    ) throws -> Objects {
        try beginUse()
        return try source.reading {
            var found = FetchedObjects()
            let resolved = try execute(description) { rows in
                switch rows {
                case .batch(let batch): register(batch, into: &found)
                case .row(let row): if let object = object(of: row) { found.append(object) }
                }
                return true
            }.request
            let objects = try cast(found)
            try prefetch(resolved.prefetchedPaths, from: found.list, of: resolved.entity)
            return objects
        }
    }

    /// The object of a row that was fetched; nil for a pending row of an object that is not here any more.
    func object(of row: FetchedRow) -> ManagedObject? {
        guard let batch = row.batch else { return registered(row.view.objectID) }
        return object(for: row.view, in: batch, offset: row.offset)
    }
}
