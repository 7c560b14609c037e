import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage

/// A view of a memory engine at one commit.
public final class MemorySnapshot: OrderedSnapshot {
    private let tables: MemoryTables
    private let engine: MemoryEngine

    init(_ tables: MemoryTables, of engine: MemoryEngine) { (self.tables, self.engine) = (tables, engine) }

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

    /// The pages that the snapshot has and the last commit has not, in bytes.
    ///
    /// Other snapshots may hold some of them as well.
    ///
    /// - Complexity: O(n) in the number of pages that differ.
    public func retainedBytes() -> Int { engine.published.retainedBytes(by: tables) }
}
