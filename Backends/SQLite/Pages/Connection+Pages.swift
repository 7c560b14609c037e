import CPolystoreSQLite
import PolystoreStorage

extension Connection {
    /// The library's own handle of one of the connection's files; nil when it has none.
    static func file(_ operation: Int32, of connection: OpaquePointer) -> UnsafeMutablePointer<sqlite3_file>? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(connection, "main", operation, &file) == SQLITE_OK, let file,
            file.pointee.pMethods != nil
        else { return nil }
        return file
    }

    func file(_ operation: Int32) -> UnsafeMutablePointer<sqlite3_file>? { Self.file(operation, of: handle) }

    /// The first column of the first row as text; nil without a row.
    func text(_ sql: String) throws(StoreError) -> String? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.text(0) : nil
    }
}
