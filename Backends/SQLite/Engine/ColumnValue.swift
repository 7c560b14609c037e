import CPolystoreSQLite

/// A value of a row, looked up once: asking the statement for the type, and then for the value, looks it up each time.
///
/// Valid until the statement's next step. The library calls such a value unprotected: other threads must not use its
/// connection meanwhile, which the lock of the connection ensures.
struct ColumnValue {
    let handle: OpaquePointer?

    @inline(__always) var type: Int32 { sqlite3_value_type(handle) }
    /// Whether there is no value: that is asked for where a value reads as zero or as no bytes.
    @inline(__always) var isMissing: Bool { sqlite3_value_type(handle) == SQLITE_NULL }
    @inline(__always) var integer: Int64 { sqlite3_value_int64(handle) }
    @inline(__always) var double: Double { sqlite3_value_double(handle) }

    /// The bytes of a text or blob.
    @inline(__always) var bytes: UnsafeRawBufferPointer {
        let base = sqlite3_value_blob(handle)
        return UnsafeRawBufferPointer(start: base, count: base == nil ? 0 : Int(sqlite3_value_bytes(handle)))
    }
}
