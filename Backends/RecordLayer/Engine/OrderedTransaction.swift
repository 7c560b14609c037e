import PolystoreModel
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

    /// Sets the record of a key to a row.
    ///
    /// The row lies in a batch that is never changed, and an engine that keeps its data in this process's memory may keep
    /// the batch instead of a copy. The default puts the row's bytes into the table of records.
    func putRow(_ key: UnsafeRawBufferPointer, _ row: RowView, of batch: RowBatch) throws(StoreError)

    /// The same for a key that has no record; false when it has one, and then nothing changes.
    func insertRow(_ key: UnsafeRawBufferPointer, _ row: RowView, of batch: RowBatch) throws(StoreError) -> Bool

    /// The batches of which the engine keeps more than it would like to for the few rows that are left; each is handed out
    /// once, and whoever gets it should put those rows anew. The default is none.
    func takeSparseBatches() -> [RowBatch]

    /// Calls a closure with the table of records, which another thread may write until the closure ends, while the
    /// closure writes other tables; with nil, which is the default, where one thread writes all tables.
    ///
    /// Until the closure ends, the transaction itself has the records as they were, and changes none of them; their bytes
    /// that it has handed out stay valid until then, whatever changes in other tables.
    func withRecordsApart(_ body: ((any RecordTable)?) throws(StoreError) -> Void) throws(StoreError)

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
    /// Puts the row's bytes.
    public func putRow(_ key: UnsafeRawBufferPointer, _ row: RowView, of batch: RowBatch) throws(StoreError) {
        try put(.records, key, row.bytes)
    }

    /// Inserts the row's bytes.
    public func insertRow(
        _ key: UnsafeRawBufferPointer, _ row: RowView, of batch: RowBatch
    ) throws(StoreError) -> Bool {
        try insert(.records, key, row.bytes)
    }

    /// None.
    public func takeSparseBatches() -> [RowBatch] { [] }

    /// Calls the closure with nil.
    public func withRecordsApart(_ body: ((any RecordTable)?) throws(StoreError) -> Void) throws(StoreError) {
        try body(nil)
    }

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
