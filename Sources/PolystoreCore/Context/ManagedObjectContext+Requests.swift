import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension ManagedObjectContext {
    /// Whether the task that a request is of was cancelled.
    var isCancelled: () -> Bool { { [cancellation] in cancellation?.isSet ?? Task.isCancelled } }

    /// Answers a request; one like it that was answered before is not resolved and planned again.
    ///
    /// Call it within `source.reading`, so that the fetches in the request and the request itself read one snapshot.
    @discardableResult
    func execute(
        _ description: FetchRequestDescription, goal: SourceRequest.Goal = .rows, mode: SourceRequest.Mode = .run,
        _ receive: (FetchedRows) -> Bool = { _ in true }
    ) throws -> FetchOutcome {
        try throwAccessError()
        try applyPendingDeletes()
        guard let shape = shape(of: description, goal) else {
            return try execute(try resolve(description), goal: goal, mode: mode, receive)
        }
        let request = SourceRequest(shape: shape, goal: goal, mode: mode, isCancelled: isCancelled) {
            try self.resolve(description)
        }
        let source = ContextRowSource(self, countsChanges: description.includesPendingChanges)
        return try execute(request, over: ContextOverlay(source: source), receive)
    }

    /// Answers a request of resolved names.
    @discardableResult
    func execute(
        _ request: ResolvedRequest, goal: SourceRequest.Goal = .rows, mode: SourceRequest.Mode = .run,
        _ receive: (FetchedRows) -> Bool = { _ in true }
    ) throws -> FetchOutcome {
        try execute(
            SourceRequest(request, goal: goal, mode: mode, isCancelled: isCancelled), over: overlay(for: request),
            receive)
    }

    @discardableResult
    func execute(
        _ request: SourceRequest, over overlay: ContextOverlay, _ receive: (FetchedRows) -> Bool
    ) throws -> FetchOutcome {
        // Before, and not after: the caller still holds the objects that are found.
        if case .rows = request.goal { pruneIfGrown() }
        do {
            let outcome = try source.reading { try source.execute(request, over: overlay, receive) }
            try throwAccessError()
            return outcome
        } catch let error as FetchError where error.code == .cancelled {
            throw CancellationError()
        }
    }

    /// The shape of a plain request for which no unsaved change counts; nil for all others.
    private func shape(of description: FetchRequestDescription, _ goal: SourceRequest.Goal) -> RequestShape? {
        guard tracked.isEmpty || !description.includesPendingChanges else { return nil }
        switch goal {
        case .rows: return RequestShape(description, isCount: false)
        case .count: return RequestShape(description, isCount: true)
        case .groups: return nil
        }
    }

    /// The context's changes over what a request is about.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - hidden: Objects that a child context has changed itself.
    /// - Returns: The objects whose stored rows do not count, and the rows that do instead, valid until an object changes.
    func overlay(for request: ResolvedRequest, hiding hidden: Set<ObjectID> = []) -> ContextOverlay {
        var overlay = ContextOverlay(source: rowSource(for: request))
        guard request.includesPendingChanges, !tracked.isEmpty else { return overlay }
        let entities = Set(request.entities)
        let stores = request.affectedStores.map { names in
            Set(names.compactMap { coordinator.store(named: $0)?.number })
        }
        for object in tracked
        where object.batch.root == request.entity.rootNumber && !hidden.contains(object.identity) {
            if !object.flags.contains(.inserted) { overlay.excluded.insert(object.identity) }
            guard !object.flags.contains(.deleted), entities.contains(object.entity),
                stores?.contains(object.batch.store) ?? true
            else { continue }
            overlay.pending.append(pendingRow(of: object))
        }
        return overlay
    }

    /// The row of a changed object, under its own key.
    private func pendingRow(of object: ManagedObject) -> RowView {
        let row = object.readableRow()
        // An inserted object without values reads from the shared row of defaults, whose key is not its own.
        return RowView(base: row.base, layout: row.layout, key: object.key)
    }

    /// The rows that a request sees: with the context's changes, unless they do not count.
    func rowSource(for request: ResolvedRequest) -> ContextRowSource {
        ContextRowSource(self, countsChanges: request.includesPendingChanges)
    }
}
