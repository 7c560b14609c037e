import PolystoreModel
import PolystoreRecordLayer

/// The table of records of a memory transaction while another thread writes it.
///
/// It begins with the tree that the transaction has, which keeps its own copy: so every node that both have is copied before
/// it is changed.
final class MemoryRecords: RecordTable {
    // One thread writes at a time, and no call of a tree comes back here: there is nothing for the runtime to check.
    @exclusivity(unchecked) private(set) var tables: MemoryTables
    @exclusivity(unchecked) private(set) var uses: BatchUses
    @exclusivity(unchecked) private var finger = TreeFinger()

    /// Takes over the records of tables and what a transaction noted of batches; both were settled.
    init(_ tables: MemoryTables, _ uses: BatchUses) {
        self.tables = MemoryTables(recordsOf: tables)
        self.uses = uses
    }

    func putRow(_ key: UnsafeRawBufferPointer, _ row: RowView, of batch: RowBatch) {
        tables.putRow(key, row, of: batch, &finger, &uses)
    }

    func insertRow(_ key: UnsafeRawBufferPointer, _ row: RowView, of batch: RowBatch) -> Bool {
        tables.insertRow(key, row, of: batch, &finger, &uses)
    }

    func remove(_ key: UnsafeRawBufferPointer) { _ = tables.removeRecord(key, &finger, &uses) }
}
