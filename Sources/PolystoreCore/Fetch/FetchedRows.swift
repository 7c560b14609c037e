import PolystoreModel

/// What a fetch hands out at a time: a row, or a whole batch of a store of which every row is wanted.
///
/// Most fetches are of the second kind, and their receivers do their work per batch instead of per row.
package enum FetchedRows {
    case row(FetchedRow)
    case batch(RowBatch)

    /// How many rows there are.
    var count: Int {
        switch self {
        case .row: 1
        case .batch(let batch): batch.count
        }
    }

    /// Calls a closure with each row until it returns false, and says whether it wants more.
    @inline(__always)
    package func allSatisfy(_ receive: (FetchedRow) throws -> Bool) rethrows -> Bool {
        switch self {
        case .row(let row): return try receive(row)
        case .batch(let batch):
            var offsets = batch.makeIterator()
            while let offset = offsets.nextOffset() {
                guard try receive(FetchedRow(batch, offset, batch.row(at: offset))) else { return false }
            }
            return true
        }
    }
}
