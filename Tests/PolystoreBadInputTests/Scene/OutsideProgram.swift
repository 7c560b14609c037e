import CPolystoreSQLite
import Foundation

/// Another program that edits a store's file with plain SQLite.
enum OutsideProgram {
    /// Runs statements while the file is open nowhere else; `hidden` turns triggers off, as no honest program would.
    static func run(_ sql: String, on file: URL, hidden: Bool = false) throws {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        guard sqlite3_open(file.path, &connection) == SQLITE_OK else {
            throw Unexpected("cannot open \(file.path)")
        }
        if hidden { _ = polystore_sqlite_configure(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0) }
        guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else {
            throw Unexpected("\(String(cString: sqlite3_errmsg(connection))): \(sql)")
        }
    }
}
