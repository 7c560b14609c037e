import PolystoreModel

/// A store that changes and deletes many rows of its open transaction by one statement of its engine.
///
/// Both are called on the store's writer thread, between `begin` and the first `apply`. They answer nil, with nothing changed and
/// the transaction open, where the engine cannot be told exactly what is wanted: then rows are handed out and applied.
package protocol StatementStore: PersistentStore {
    /// Changes all rows that a query finds.
    ///
    /// - Parameters:
    ///   - query: The rows; its order and limit are not looked at.
    ///   - properties: The properties that change, all of them in the row.
    ///   - change: Makes the new row of a stored one, for each row once; its version is raised by the store.
    /// - Returns: The number of rows.
    /// - Throws: What the closure throws, and `StoreError`; the transaction is undone by the caller then.
    func update(
        _ query: StoreQuery, _ properties: [PropertyKey], _ change: @escaping (RowView) throws -> MutableRow
    ) throws -> Int?

    /// Deletes all rows that a query finds; their pairs and the rows that refer to them are the caller's.
    ///
    /// - Parameter query: The rows; its order and limit are not looked at.
    /// - Returns: The number of rows.
    /// - Throws: `StoreError`; the transaction is undone by the caller then.
    func delete(_ query: StoreQuery) throws -> Int?
}
