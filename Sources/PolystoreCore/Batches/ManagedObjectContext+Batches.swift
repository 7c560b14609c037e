import PolystoreModel
import PolystoreStorage

extension ManagedObjectContext {
    /// Changes properties of all objects that a request finds, in their stores.
    ///
    /// It is done beside this context: unsaved changes are neither seen nor touched, and conflict when they are saved if they are
    /// of the same objects. Contexts that merge automatically, and values that follow saves, are told; this context as any other.
    /// Otherwise merge the result's `changes`, which need `returningObjectIDs()`.
    ///
    /// - Parameter request: What is changed.
    /// - Returns: The number of objects, and their IDs where the request asks for them.
    /// - Throws: `QueryError` and `BatchError` for a request that does not fit the model or the stored values, `FetchError`,
    ///   `CoordinatorError` and `StoreError` from the stores, `CancellationError`; nothing was changed then.
    /// - Complexity: One pass over the objects and one commit. Of objects in one store, memory for some thousands at a time; over
    ///   several stores, and where unique values change, for all.
    @discardableResult
    public func execute<Object: ManagedObject>(_ request: BatchUpdateRequest<Object>) throws -> BatchResult {
        try beginUse()
        let update = try BatchUpdate(request.objects.description, request.assignments, self)
        return try coordinator.run(update, keepsIDs: request.returnsObjectIDs, for: self)
    }

    /// Deletes all objects that a request finds, in their stores, and applies delete rules over all stores.
    ///
    /// It is done beside this context, as an update is: see the other `execute`.
    ///
    /// - Parameter request: What is deleted.
    /// - Returns: The number of objects that the request found, and the IDs of all that were deleted or changed where it asks
    ///   for them.
    /// - Throws: `BatchError` with code `denied` for a rule that denies it; what an update throws.
    /// - Complexity: One pass over the objects, one over the objects of each rule, and one commit. Memory for some thousands at a
    ///   time where no rule concerns them, otherwise for the IDs of all.
    @discardableResult
    public func execute<Object: ManagedObject>(_ request: BatchDeleteRequest<Object>) throws -> BatchResult {
        try beginUse()
        let selection: BatchDeletion.Selection
        switch request.selection {
        case .found(let objects): selection = .found(objects.description)
        case .listed(let objects):
            if objects.isEmpty { return BatchResult(count: 0, commits: [:], changes: nil) }
            selection = .listed(objects)
        }
        let deletion = try BatchDeletion(selection, self)
        return try coordinator.run(deletion, keepsIDs: request.returnsObjectIDs, for: self)
    }

    /// Inserts rows in their stores.
    ///
    /// It is done beside this context, as an update is: see the other `execute`.
    ///
    /// - Parameter request: What is inserted.
    /// - Returns: The number of rows that were written, those that changed a stored object included, and their IDs where the
    ///   request asks for them.
    /// - Throws: `BatchError` with the number of the row that stands in the way; what makes the rows throws; what an update throws.
    /// - Complexity: One commit. Memory for some thousands of rows at a time; for all where their values decide their stores.
    @discardableResult
    public func execute<Object: ManagedObject>(_ request: BatchInsertRequest<Object>) throws -> BatchResult {
        try beginUse()
        let insertion = try BatchInsertion(request, self)
        return try coordinator.insert(
            insertion, expected: request.rowCount, policy: request.conflictPolicy, keepsIDs: request.returnsObjectIDs,
            for: self)
    }

    /// Takes over what a batch request changed, as if another context had saved it.
    ///
    /// - Parameter result: The result of a request with `returningObjectIDs()`; without IDs nothing happens.
    /// - Complexity: That of `mergeChanges(from:)` of a save.
    public func mergeChanges(from result: BatchResult) {
        if let changes = result.changes { mergeChanges(from: changes) }
    }
}
