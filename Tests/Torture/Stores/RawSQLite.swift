import CPolystoreSQLite

/// SQLite alone, as the command `sqlite3` uses it.
enum RawSQLite {
    static func checksum(_ path: String) throws -> UInt32 {
        var handle: OpaquePointer?
        let result = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil)
        defer { sqlite3_close(handle) }
        guard result == SQLITE_OK else { throw Violation("sqlite3 cannot open \(path): \(result)") }
        // A thread beside the writer may hold a lock for a moment.
        sqlite3_busy_timeout(handle, 5_000)
        // One transaction: several statements see one state.
        try rows(handle, "BEGIN") { _ in }
        var (tables, checksum) = ([String](), RunningChecksum())
        // The other tables are kept by the store for itself, and change also without a save.
        try rows(handle, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name") { statement in
            let name = String(cString: sqlite3_column_text(statement, 0))
            if !name.hasPrefix("Z_"), !name.hasPrefix("ZX_"), !name.hasPrefix("sqlite_") { tables.append(name) }
        }
        for table in tables {
            try rows(handle, "SELECT * FROM \"\(table)\" ORDER BY 1") { statement in
                for column in 0..<sqlite3_column_count(statement) {
                    checksum.add(Int64(sqlite3_column_type(statement, column)))
                    let length = Int(sqlite3_column_bytes(statement, column))
                    let bytes = UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: length)
                    // A save that recovery makes again gives its files of large values names of their own.
                    checksum.add(isFileName(bytes) ? UnsafeRawBufferPointer(rebasing: bytes[..<1]) : bytes)
                }
            }
        }
        try rows(handle, "COMMIT") { _ in }
        return checksum.sum
    }

    /// Whether a value is the name of a file of external data: a byte 2, a UUID as text, and a zero.
    private static func isFileName(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count == 38 && bytes.first == 2 && bytes.last == 0
    }

    private static func rows(_ handle: OpaquePointer?, _ sql: String, _ body: (OpaquePointer?) throws -> Void) throws {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure(handle, sql) }
        defer { sqlite3_finalize(statement) }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: try body(statement)
            case SQLITE_DONE: return
            default: throw failure(handle, sql)
            }
        }
    }

    private static func failure(_ handle: OpaquePointer?, _ sql: String) -> Violation {
        Violation("sqlite3: \(sql): \(String(cString: sqlite3_errmsg(handle)))")
    }
}
