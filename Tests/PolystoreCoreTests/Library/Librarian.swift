import Polystore

/// An actor that joined a context.
actor Librarian {
    nonisolated let handle: ContextHandle
    var visits = 0

    init(_ container: PersistentContainer) { handle = container.newBackgroundContext() }

    nonisolated var unownedExecutor: UnownedSerialExecutor { handle.executor.asUnownedSerialExecutor() }

    /// Adds a book and returns how many are unsaved.
    @discardableResult
    func add(_ title: String) throws -> Int {
        visits += 1
        let context = try handle.current()
        try context.insert(Book.self) { $0.title = title }
        return context.insertedObjects.count
    }

    func save() throws { try handle.current().save() }
}
