import CPolystoreSQLite

/// The values of a statement's row, found by their distance: asking the statement for each of twelve takes 440 of the
/// 5,280 instructions of a row that is fetched.
///
/// The library keeps the values of a row in one array (`columnMem` in its `vdbeapi.c`), but does not say so in its
/// documentation. So each row is asked for its first two values and its last one, and if the last does not lie where the
/// first two say, the row is to be read value by value.
///
/// Valid until the statement's next step.
struct RowValues: StoredRow {
    private let first: UnsafeRawPointer
    private let distance: Int

    /// Nil where the values of the row do not lie in equal distances.
    @inline(__always)
    init?(_ statement: Statement, last: Int32) {
        guard last > 1, let first = statement.value(0).handle, let second = statement.value(1).handle,
            let end = statement.value(last).handle
        else { return nil }
        self.first = UnsafeRawPointer(first)
        distance = UnsafeRawPointer(second) - self.first
        guard distance > 0, UnsafeRawPointer(end) - self.first == distance &* Int(last) else { return nil }
    }

    @inline(__always) var key: Int64 { value(0).integer }

    /// The value of a column up to the last one.
    @inline(__always)
    func value(_ column: Int32) -> ColumnValue {
        ColumnValue(handle: OpaquePointer(first + distance &* Int(column)))
    }
}
