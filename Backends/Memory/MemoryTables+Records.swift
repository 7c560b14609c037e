import PolystoreModel
import PolystoreRecordLayer

/// Changes of the table of records, which count what the tables have of batches.
extension MemoryTables {
    /// Sets the record of a key to bytes.
    mutating func putRecord(
        _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ finger: inout TreeFinger,
        _ uses: inout BatchUses
    ) {
        self[.records].put(key, TreeValue(value), &finger)
        noteLeftRow(&finger, &uses)
    }

    /// Removes the record of a key; false when there is none.
    mutating func removeRecord(
        _ key: UnsafeRawBufferPointer, _ finger: inout TreeFinger, _ uses: inout BatchUses
    ) -> Bool {
        let isRemoved = self[.records].remove(key, &finger)
        noteLeftRow(&finger, &uses)
        return isRemoved
    }

    /// Sets the record of a key to a row, which the table refers to where it lies if its batch is worth keeping.
    mutating func putRow(
        _ key: UnsafeRawBufferPointer, _ row: RowView, of batch: RowBatch, _ finger: inout TreeFinger,
        _ uses: inout BatchUses
    ) {
        guard let number = uses.number(of: batch, &rows) else { return putRecord(key, row.bytes, &finger, &uses) }
        let reference = RowReference(row: row.base, batch: number)
        reference.withValue(rowLength: row.length) { self[.records].put(key, $0, &finger) }
        uses.add(reference, &rows)
        noteLeftRow(&finger, &uses)
    }

    /// The same for a key that has no record; false when it has one.
    mutating func insertRow(
        _ key: UnsafeRawBufferPointer, _ row: RowView, of batch: RowBatch, _ finger: inout TreeFinger,
        _ uses: inout BatchUses
    ) -> Bool {
        guard let number = uses.number(of: batch, &rows) else {
            return self[.records].insert(key, TreeValue(row.bytes), &finger)
        }
        let reference = RowReference(row: row.base, batch: number)
        let isNew = reference.withValue(rowLength: row.length) { self[.records].insert(key, $0, &finger) }
        if isNew { uses.add(reference, &rows) }
        return isNew
    }

    /// Counts what the last change took out of the records, if it is a row that lies in a batch.
    @inline(__always)
    private mutating func noteLeftRow(_ finger: inout TreeFinger, _ uses: inout BatchUses) {
        if let row = finger.takeLeftRow() { uses.remove(row, &rows) }
    }
}
