import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage

/// The write transaction of a memory engine: trees of its own, which share with the published ones what it did not
/// change.
public final class MemoryTransaction: OrderedTransaction {
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

    /// Visits the entries of a range in order, those of some pages together.
    public func scanRuns(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: RunVisitor
    ) throws(StoreError) {
        try tables[table].scanRuns(range, direction, visit)
    }

    /// The number of entries in a range, counted by pages.
    public func count(_ table: EngineTable, _ range: KeyRange, limit: Int) -> Int {
        tables[table].count(range, limit: limit)
    }

    /// Sets and removes keys that come in their order; those that belong into one page go through it together.
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

    /// Keeps what was written since the innermost savepoint; without one, publishes the trees.
    public func commit() {
        if savepoints.popLast() != nil { return }
        fingers.drop()
        engine.publish(tables)
        tables = MemoryTables()
    }

    /// Undoes what was written since the innermost savepoint; without one, drops the trees.
    public func rollback() {
        fingers.drop()
        tables = savepoints.popLast() ?? MemoryTables()
    }
}
