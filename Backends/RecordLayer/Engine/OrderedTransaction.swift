import PolystoreStorage

/// The one write transaction of an engine: begun, used and ended on the store's writer thread.
///
/// It reads what it wrote. Savepoints nest strictly, like LMDB's nested transactions.
public protocol OrderedTransaction: OrderedReading {
    /// Sets the value of a key.
    func put(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) throws(StoreError)

    /// Sets the value of a key that has none; false when it has one, and then nothing changes.
    func insert(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) throws(StoreError) -> Bool

    /// Removes a key; false when there was none.
    @discardableResult
    func remove(_ table: EngineTable, _ key: UnsafeRawBufferPointer) throws(StoreError) -> Bool

    /// Makes changes that come in the order of their keys, each key once.
    func change(_ table: EngineTable, _ changes: UnsafeBufferPointer<KeyChange>) throws(StoreError)

    /// Begins a savepoint inside the innermost one.
    func beginSavepoint() throws(StoreError)

    /// Ends the innermost savepoint and keeps what was written since it began; when this throws, the savepoint is still
    /// to be rolled back to.
    func releaseSavepoint() throws(StoreError)

    /// Ends the innermost savepoint and undoes what was written since it began.
    func rollbackToSavepoint()

    /// Does everything that can fail for another reason than the disk.
    func prepare() throws(StoreError)

    /// Makes everything that was written visible to later snapshots, all at once; the transaction is over, also when
    /// this throws.
    func commit() throws(StoreError)

    /// Undoes everything; the transaction is over.
    func rollback()
}

extension OrderedTransaction {
    /// Looks for the key first.
    public func insert(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) throws(StoreError) -> Bool {
        guard try self.value(table, key) == nil else { return false }
        try put(table, key, value)
        return true
    }

    /// Makes one after the other.
    public func change(_ table: EngineTable, _ changes: UnsafeBufferPointer<KeyChange>) throws(StoreError) {
        for change in changes {
            if let value = change.value {
                try put(table, change.key, value)
            } else {
                try remove(table, change.key)
            }
        }
    }
}
