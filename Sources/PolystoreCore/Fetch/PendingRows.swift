import PolystoreModel

/// The unsaved changes that a request is about.
struct PendingRows {
    /// The objects whose stored rows do not count.
    var excluded: Set<ObjectID> = []
    /// The rows that count instead.
    var rows: [RowView] = []
    /// What holds the rows where they are copies.
    private var copies: [RowBatch] = []

    /// The same with rows of their own, for a read during which objects may change: valid as long as this is held.
    var copied: PendingRows {
        var result = self
        result.copies = rows.map(SnapshotRow.copy)
        result.rows = result.copies.map { $0.row(at: 8) }
        return result
    }
}
