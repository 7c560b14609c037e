/// The columns that a `RowReader` selects, of one row, wherever it was read.
protocol StoredRow {
    associatedtype Column: StoredValue
    /// The row's key.
    var key: Int64 { get }
    /// The value at a position of the reader's list of columns, behind the key.
    func value(_ column: Int32) -> Column
}
