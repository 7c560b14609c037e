import PolystoreModel

/// Copies of single rows, which outlive the changes of the objects that they were taken from.
package enum SnapshotRow {
    /// A batch of one row, at offset 8.
    package static func copy(of row: RowView) -> RowBatch {
        let builder = RowBatchBuilder(layouts: LayoutTable([row.layout]), expectedBytes: row.length + 64)
        builder.append(packing: MutableRow.copy(of: row, to: row.layout), version: row.version)
        let batches = builder.takeBatches()
        precondition(batches.count == 1, "one row was added")
        return batches[0]
    }
}
