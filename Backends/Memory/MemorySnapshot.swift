import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage

/// A view of a memory engine at one commit.
public final class MemorySnapshot: OrderedSnapshot {
    /// True: the memory is this process's own.
    public static var keepsValuesIntact: Bool { true }

    /// True: rows of large saves lie in the batches that they came in.
    public static var keepsBatches: Bool { true }

    let tables: MemoryTables

    init(_ tables: MemoryTables) { self.tables = tables }

    /// The value of a key; valid while the snapshot is held.
    public func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        tables[table].value(for: key)
    }

    /// The values of several keys, searched for side by side; valid while the snapshot is held.
    public func values(
        _ table: EngineTable, _ keys: UnsafeRawBufferPointer,
        _ values: UnsafeMutableBufferPointer<UnsafeRawBufferPointer?>
    ) {
        tables[table].values(for: keys, values)
    }

    /// Visits the entries of a range in order.
    public func scan(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: Visitor
    ) throws(StoreError) {
        try tables[table].scan(range, direction, visit)
    }

    /// Visits the entries of a range in order, those of some pages together.
    public func scanRuns(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: RunVisitor
    ) throws(StoreError) {
        try tables[table].scanRuns(range, direction, visit)
    }

    /// The batch that the row of a key lies in, if that is one of a save.
    public func batch(_ key: UnsafeRawBufferPointer) -> RowBatch? {
        tables[.records].reference(for: key).flatMap { tables.rows.batch($0.batch) }
    }

    /// The number of entries in a range, counted by pages.
    public func count(_ table: EngineTable, _ range: KeyRange, limit: Int) -> Int {
        tables[table].count(range, limit: limit)
    }
}
