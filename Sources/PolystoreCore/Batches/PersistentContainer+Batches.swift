import PolystoreModel

extension PersistentContainer {
    /// Changes properties of all objects that a request finds; see `ManagedObjectContext.execute`.
    ///
    /// - Parameter request: What is changed.
    /// - Returns: What was changed.
    /// - Throws: The errors of the request; nothing was changed then.
    @discardableResult
    public func execute<Object: ManagedObject>(_ request: BatchUpdateRequest<Object>) throws -> BatchResult {
        let context = newConfinedContext(isolation: nil)
        return try withExtendedLifetime(context) { try context.execute(request) }
    }

    /// Deletes all objects that a request finds; see `ManagedObjectContext.execute`.
    ///
    /// - Parameter request: What is deleted.
    /// - Returns: What was deleted.
    /// - Throws: The errors of the request; nothing was changed then.
    @discardableResult
    public func execute<Object: ManagedObject>(_ request: BatchDeleteRequest<Object>) throws -> BatchResult {
        let context = newConfinedContext(isolation: nil)
        return try withExtendedLifetime(context) { try context.execute(request) }
    }

    /// Inserts rows; see `ManagedObjectContext.execute`.
    ///
    /// - Parameter request: What is inserted.
    /// - Returns: What was inserted.
    /// - Throws: The errors of the request; nothing was changed then.
    @discardableResult
    public func execute<Object: ManagedObject>(_ request: BatchInsertRequest<Object>) throws -> BatchResult {
        let context = newConfinedContext(isolation: nil)
        return try withExtendedLifetime(context) { try context.execute(request) }
    }
}
