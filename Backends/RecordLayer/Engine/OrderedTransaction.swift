import PolystoreStorage

/// The one write transaction of an engine: begun, used and ended on the store's writer thread.
///
/// It reads what it wrote. Savepoints nest strictly, like LMDB's nested transactions; `commit` and `rollback` end the
/// innermost one that is open, and the transaction when none is.
public protocol OrderedTransaction: OrderedReading {
    /// Sets and removes keys that come in their order, each once.
    ///
    /// The bytes of the changes do not lie in the transaction's own memory: they may be read while it is changed.
    func change(_ table: EngineTable, _ changes: UnsafeBufferPointer<KeyChange>) throws(StoreError)

    /// Begins a savepoint inside the innermost one.
    func beginSavepoint() throws(StoreError)

    /// Ends the innermost savepoint and keeps what was written since it began. Without one, makes everything that was
    /// written visible to later snapshots, all at once, and ends the transaction.
    ///
    /// When this throws, what was to be committed is undone, and the savepoint or the transaction is over all the same.
    func commit() throws(StoreError)

    /// Ends the innermost savepoint and undoes what was written since it began; without one, undoes everything and ends
    /// the transaction.
    func rollback()
}

extension OrderedTransaction {
    /// Sets the value of a key.
    public func put(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) throws(StoreError) {
        try change(table, KeyChange(key, value))
    }

    /// Sets the value of a key that has none; false when it has one, and then nothing changes.
    public func insert(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) throws(StoreError) -> Bool {
        guard try self.value(table, key) == nil else { return false }
        try put(table, key, value)
        return true
    }

    /// Removes a key, if it is there.
    public func remove(_ table: EngineTable, _ key: UnsafeRawBufferPointer) throws(StoreError) {
        try change(table, KeyChange(key, nil))
    }

    @inline(__always)
    private func change(_ table: EngineTable, _ change: KeyChange) throws(StoreError) {
        var change = change
        try withUnsafePointer(to: &change) { (change) throws(StoreError) in
            try self.change(table, UnsafeBufferPointer(start: change, count: 1))
        }
    }
}
