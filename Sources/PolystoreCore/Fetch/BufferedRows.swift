/// Rows that are there already.
final class BufferedRows: OrderedRows {
    private var rows: ArraySlice<FetchedRow>

    init(_ rows: [FetchedRow]) { self.rows = rows[...] }

    func next() -> FetchedRow? { rows.popFirst() }
}
