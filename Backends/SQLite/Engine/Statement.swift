import CPolystoreSQLite
import PolystoreStorage

/// A prepared statement of one connection.
///
/// Used by the thread that holds the connection.
///
/// Bound memory is not copied unless said so: it stays where it is until `reset`.
final class Statement {
    let handle: OpaquePointer
    // INVARIANT: a connection owns its statements, and the user of a statement holds the connection: looked at in every
    // step, without counting references.
    private let unmanagedConnection: Unmanaged<Connection>
    var connection: Connection { unmanagedConnection.takeUnretainedValue() }
    /// The shape's number in the connection's cache; nil for a statement that is not kept.
    let shape: Int?
    /// Whether it is in use: a nested use of the same shape prepares another.
    var isBusy = false
    /// When it was last used, on the connection's own counter.
    var lastUse = 0

    init(_ handle: OpaquePointer, connection: Connection, shape: Int?) {
        self.handle = handle
        unmanagedConnection = Unmanaged.passUnretained(connection)
        self.shape = shape
    }

    deinit { sqlite3_finalize(handle) }

    /// Advances; true when there is a row.
    @inline(__always)
    func step() throws(StoreError) -> Bool {
        unmanagedConnection.withObject { $0.counters.steps += 1 }
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw connection.error(code, sql: true)
    }

    /// Advances and returns the code, for callers that expect a constraint to refuse.
    func stepForCode() -> Int32 {
        unmanagedConnection.withObject { $0.counters.steps += 1 }
        return sqlite3_step(handle)
    }

    /// Runs to the end.
    func run() throws(StoreError) {
        while try step() {}
    }

    /// Makes it ready to run again; its error was reported by `step`.
    @inline(__always)
    func reset() { sqlite3_reset(handle) }

    func bindNull(_ index: Int32) { sqlite3_bind_null(handle, index) }
    func bind(_ value: Int64, _ index: Int32) { sqlite3_bind_int64(handle, index, value) }
    func bind(_ value: Double, _ index: Int32) { sqlite3_bind_double(handle, index, value) }

    /// Binds text without a copy.
    func bindText(_ bytes: UnsafeRawBufferPointer, _ index: Int32) {
        // A text of no bytes still needs an address, or it would be null.
        guard let base = bytes.baseAddress, bytes.count > 0 else {
            polystore_sqlite_bind_text_copy(handle, index, "", 0)
            return
        }
        polystore_sqlite_bind_text(handle, index, base.assumingMemoryBound(to: CChar.self), UInt64(bytes.count))
    }

    /// Binds bytes without a copy.
    func bindBlob(_ bytes: UnsafeRawBufferPointer, _ index: Int32) {
        guard let base = bytes.baseAddress, bytes.count > 0 else {
            sqlite3_bind_zeroblob(handle, index, 0)
            return
        }
        polystore_sqlite_bind_blob(handle, index, base, UInt64(bytes.count))
    }

    /// Binds a copy of bytes.
    func bindBlobCopy(_ bytes: [UInt8], _ index: Int32) {
        if bytes.isEmpty {
            sqlite3_bind_zeroblob(handle, index, 0)
        } else {
            _ = bytes.withUnsafeBytes {
                polystore_sqlite_bind_blob_copy(handle, index, $0.baseAddress, UInt64($0.count))
            }
        }
    }

    /// Binds a copy of text.
    func bindTextCopy(_ text: String, _ index: Int32) { bindTextCopy(Array(text.utf8), index) }

    /// Binds a copy of text.
    func bindTextCopy(_ utf8: [UInt8], _ index: Int32) {
        if utf8.isEmpty {
            polystore_sqlite_bind_text_copy(handle, index, "", 0)
        } else {
            _ = utf8.withUnsafeBytes { bytes in
                polystore_sqlite_bind_text_copy(
                    handle, index, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count))
            }
        }
    }

    /// The number of columns of a row.
    var columnCount: Int32 { sqlite3_column_count(handle) }

    @inline(__always)
    func type(_ column: Int32) -> Int32 { sqlite3_column_type(handle, column) }
    @inline(__always)
    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
    @inline(__always)
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
    @inline(__always)
    func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// The bytes of a text or blob; valid until the next step.
    @inline(__always)
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let base = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(start: base, count: base == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
    }

    /// The value of a column; valid until the next step.
    @inline(__always)
    func value(_ column: Int32) -> ColumnValue { ColumnValue(handle: sqlite3_column_value(handle, column)) }

    func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
}
