import PolystoreModel
import PolystoreStorage

/// A row that waits for its columns to be read: of a batch that is held, or a copy of a pending one.
struct ProjectedRow {
    private let batch: RowBatch
    private let offset: Int

    init(_ row: FetchedRow) {
        if let batch = row.batch {
            self.batch = batch
            offset = row.offset
        } else {
            batch = SnapshotRow.copy(of: row.view)
            offset = 8
        }
    }

    func withRow<Result>(_ body: (RowView) throws -> Result) rethrows -> Result {
        try withExtendedLifetime(batch) { try body(batch.row(at: offset)) }
    }
}
