import PolystoreModel

/// A row that a fetch found: of a batch of a store, or one of the pending rows.
package struct FetchedRow {
    /// The batch that holds the row; nil for a pending row.
    package let batch: RowBatch?
    /// The row's place in the batch.
    package let offset: Int
    /// The place of a pending row in the list that was passed in; negative for a stored row.
    package let pendingIndex: Int
    /// The row; valid while the batch is held, or while the pending row is.
    package let view: RowView

    init(_ batch: RowBatch, _ offset: Int, _ view: RowView) {
        self.batch = batch
        self.offset = offset
        pendingIndex = -1
        self.view = view
    }

    init(pending index: Int, _ view: RowView) {
        batch = nil
        offset = 0
        pendingIndex = index
        self.view = view
    }
}
