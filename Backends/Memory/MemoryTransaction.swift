import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage

/// The write transaction of a memory engine: trees of its own, which share with the published ones what it did not
/// change.
public final class MemoryTransaction: OrderedTransaction {
    /// True: the memory is this process's own.
    public static var keepsValuesIntact: Bool { true }

    private let engine: MemoryEngine
    // One thread writes, and no call of a tree comes back here: there is nothing for the runtime to check.
    @exclusivity(unchecked) private var tables: MemoryTables
    @exclusivity(unchecked) private var savepoints: [MemoryTables] = []
    // INVARIANT: dropped whenever the tables are copied or replaced.
    private let fingers = TableFingers()
    // INVARIANT: told to the tables' rows whenever the tables are copied, and forgotten when they are replaced.
    @exclusivity(unchecked) private var uses = BatchUses()
    // INVARIANT: while this is set nobody changes the records here: the finger on them is for looking up.
    @exclusivity(unchecked) private var areRecordsApart = false

    init(_ engine: MemoryEngine, _ tables: MemoryTables) {
        self.engine = engine
        self.tables = tables
    }

    /// The value of a key; valid until the transaction changes something.
    public func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        if let value = fingers[table].value(for: key) { return value }
        guard areRecordsApart, table == .records else { return tables[table].value(for: key) }
        return tables[table].value(for: key, &fingers[table])
    }

    /// Visits the entries of a range in order.
    public func scan(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: Visitor
    ) throws(StoreError) {
        try tables[table].scan(range, direction, visit)
    }

    /// The number of entries in a range, counted by pages.
    public func count(_ table: EngineTable, _ range: KeyRange, limit: Int) -> Int {
        tables[table].count(range, limit: limit)
    }

    /// Sets the value of a key.
    public func put(_ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        if table == .records {
            tables.putRecord(key, value, &fingers[table], &uses)
        } else {
            tables[table].put(key, TreeValue(value), &fingers[table])
        }
    }

    /// Sets the value of a key that has none; false when it has one.
    public func insert(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) -> Bool {
        tables[table].insert(key, TreeValue(value), &fingers[table])
    }

    /// Removes a key.
    @discardableResult
    public func remove(_ table: EngineTable, _ key: UnsafeRawBufferPointer) -> Bool {
        table == .records
            ? tables.removeRecord(key, &fingers[table], &uses) : tables[table].remove(key, &fingers[table])
    }

    /// Makes changes that come in the order of their keys; those that belong into one page go through it together.
    public func change(_ table: EngineTable, _ changes: UnsafeBufferPointer<KeyChange>) {
        guard table == .records else { return tables[table].change(changes, &fingers[table]) }
        for change in changes {
            if let value = change.value { put(table, change.key, value) } else { remove(table, change.key) }
        }
    }

    /// Sets the record of a key to a row, which the table refers to where it lies if its batch is worth keeping.
    public func putRow(_ key: UnsafeRawBufferPointer, _ row: RowView, of batch: RowBatch) {
        tables.putRow(key, row, of: batch, &fingers[.records], &uses)
    }

    /// The same for a key that has no record; false when it has one.
    public func insertRow(_ key: UnsafeRawBufferPointer, _ row: RowView, of batch: RowBatch) -> Bool {
        tables.insertRow(key, row, of: batch, &fingers[.records], &uses)
    }

    /// Calls a closure with the table of records, which another thread may write meanwhile.
    public func withRecordsApart(
        _ body: ((any RecordTable)?) throws(StoreError) -> Void
    ) throws(StoreError) {
        settle()
        let records = MemoryRecords(tables, uses)
        areRecordsApart = true
        defer {
            areRecordsApart = false
            fingers.drop()
            tables.takeRecords(of: records.tables)
            uses = records.uses
        }
        try body(records)
    }

    /// The batches most of whose rows have gone, each once.
    public func takeSparseBatches() -> [RowBatch] {
        uses.takeDoubtful(&tables.rows).compactMap { tables.rows.sparseBatch($0) }
    }

    /// Before the tables are copied: the copies are changed by themselves from then on.
    private func settle() {
        fingers.drop()
        uses.settle(&tables.rows)
    }

    /// After the tables were replaced: what was noted does not hold for them.
    private func forget() {
        fingers.drop()
        uses = BatchUses()
    }

    /// Begins a savepoint.
    ///
    /// - Complexity: O(1).
    public func beginSavepoint() {
        settle()
        savepoints.append(tables)
    }

    /// Keeps what was written since the innermost savepoint.
    public func releaseSavepoint() { savepoints.removeLast() }

    /// Undoes what was written since the innermost savepoint.
    public func rollbackToSavepoint() {
        forget()
        if let saved = savepoints.popLast() { tables = saved }
    }

    /// Nothing can fail.
    public func prepare() {}

    /// Publishes the trees.
    public func commit() {
        settle()
        savepoints = []
        engine.publish(tables)
        tables = MemoryTables()
    }

    /// Drops the trees.
    public func rollback() {
        forget()
        savepoints = []
        tables = MemoryTables()
    }
}
