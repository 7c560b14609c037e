/// The row that a statement is at, each of whose values is asked of the statement.
struct StatementRow: StoredRow {
    let statement: Statement

    var key: Int64 { statement.integer(0) }

    @inline(__always)
    func value(_ column: Int32) -> ColumnValue { statement.value(column) }
}
