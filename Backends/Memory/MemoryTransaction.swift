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

    init(_ engine: MemoryEngine, _ tables: MemoryTables) {
        self.engine = engine
        self.tables = tables
    }

    /// The value of a key; valid until the transaction changes something.
    public func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        fingers[table].value(for: key) ?? tables[table].value(for: key)
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
        tables[table].put(key, TreeValue(value), &fingers[table])
        if table == .records { noteLeftRow() }
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
        let isRemoved = tables[table].remove(key, &fingers[table])
        if table == .records { noteLeftRow() }
        return isRemoved
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
        guard let number = uses.number(of: batch, &tables.rows) else { return put(.records, key, row.bytes) }
        let reference = RowReference(row: row.base, batch: number)
        reference.withValue(rowLength: row.length) { tables[.records].put(key, $0, &fingers[.records]) }
        uses.add(reference, &tables.rows)
        noteLeftRow()
    }

    /// The same for a key that has no record; false when it has one.
    public func insertRow(_ key: UnsafeRawBufferPointer, _ row: RowView, of batch: RowBatch) -> Bool {
        guard let number = uses.number(of: batch, &tables.rows) else { return insert(.records, key, row.bytes) }
        let reference = RowReference(row: row.base, batch: number)
        let isNew = reference.withValue(rowLength: row.length) {
            tables[.records].insert(key, $0, &fingers[.records])
        }
        if isNew { uses.add(reference, &tables.rows) }
        return isNew
    }

    /// Counts what the last change took out of the records, if it is a row that lies in a batch.
    @inline(__always)
    private func noteLeftRow() {
        if let row = fingers[.records].takeLeftRow() { uses.remove(row, &tables.rows) }
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
