/// A row of a table where it lies on its page, with the columns that a `RowReader` selects.
struct RecordRow: StoredRow {
    let key: Int64
    let record: UnsafeRawPointer
    let columns: UnsafeMutablePointer<RecordColumns.Column>
    /// The place in the record of each position of the reader's list.
    let places: UnsafePointer<Int32>

    @inline(__always)
    func value(_ column: Int32) -> RecordValue {
        let found = columns[Int(places[Int(column)])]
        return RecordValue(start: record + Int(found.offset), serial: Int(found.serial))
    }
}
