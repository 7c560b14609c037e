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
        tables[table].put(key, value, &fingers[table])
    }

    /// Sets the value of a key that has none; false when it has one.
    public func insert(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) -> Bool {
        tables[table].insert(key, value, &fingers[table])
    }

    /// Removes a key.
    @discardableResult
    public func remove(_ table: EngineTable, _ key: UnsafeRawBufferPointer) -> Bool {
        tables[table].remove(key, &fingers[table])
    }

    /// Makes changes that come in the order of their keys; those that belong into one page go through it together.
    public func change(_ table: EngineTable, _ changes: UnsafeBufferPointer<KeyChange>) {
        tables[table].change(changes, &fingers[table])
    }

    /// Begins a savepoint.
    ///
    /// - Complexity: O(1).
    public func beginSavepoint() {
        fingers.drop()
        savepoints.append(tables)
    }

    /// Keeps what was written since the innermost savepoint.
    public func releaseSavepoint() { savepoints.removeLast() }

    /// Undoes what was written since the innermost savepoint.
    public func rollbackToSavepoint() {
        fingers.drop()
        if let saved = savepoints.popLast() { tables = saved }
    }

    /// Nothing can fail.
    public func prepare() {}

    /// Publishes the trees.
    public func commit() {
        fingers.drop()
        savepoints = []
        engine.publish(tables)
        tables = MemoryTables()
    }

    /// Drops the trees.
    public func rollback() {
        fingers.drop()
        savepoints = []
        tables = MemoryTables()
    }
}
