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
                    checksum.add(UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: length))
                }
            }
        }
        try rows(handle, "COMMIT") { _ in }
        return checksum.sum
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
