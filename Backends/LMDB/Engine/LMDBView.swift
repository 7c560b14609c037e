import CPolystoreLMDB
import PolystoreRecordLayer
import PolystoreStorage

/// An open transaction of the library, reading or writing. What reads knows its pages, where they can be known.
// SAFETY: used by one call at a time, which its holder ensures.
final class LMDBView: EngineWriting, @unchecked Sendable {
    private let file: LMDBFile
    private let transaction: OpaquePointer
    private let pages: LMDBPages?
    private let durability: Durability
    /// Notes what is written, unless the file is being made.
    private let redo: RedoNotes?
    /// Where the notes of a nested transaction begin.
    private let mark: Int?
    /// Where each table was last written; the library closes them with the transaction.
    ///
    /// A save writes in the order of keys, so most keys lie in the page that a cursor is at, and nothing is searched.
    @exclusivity(unchecked) private var cursors = [OpaquePointer?](repeating: nil, count: EngineTable.allCases.count)

    /// A transaction that reads.
    init(_ file: LMDBFile, _ transaction: OpaquePointer, _ pages: LMDBPages? = nil) {
        (self.file, self.transaction, self.pages) = (file, transaction, pages)
        (durability, redo, mark) = (.full, nil, nil)
    }

    /// A transaction that writes, nested if it has a mark.
    init(
        _ file: LMDBFile, _ transaction: OpaquePointer, _ durability: Durability, _ redo: RedoNotes?, mark: Int? = nil
    ) {
        (self.file, self.transaction, pages) = (file, transaction, nil)
        (self.durability, self.redo, self.mark) = (durability, redo, mark)
    }

    func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer? {
        if let pages { return try pages.value(table, key) }
        var (name, value) = (MDB_val(key), MDB_val())
        let result =
            cursors[Int(table.rawValue)].map { mdb_cursor_get($0, &name, &value, MDB_SET) }
            ?? mdb_get(transaction, file.table(table), &name, &value)
        // Keys that cannot be written are not there.
        if result == MDB_NOTFOUND || result == MDB_BAD_VALSIZE { return nil }
        try file.results.check(result)
        return value.bytes
    }

    func values(
        _ table: EngineTable, _ keys: UnsafeRawBufferPointer,
        _ values: UnsafeMutableBufferPointer<UnsafeRawBufferPointer?>
    ) throws(StoreError) {
        if let pages { return try pages.values(table, keys, values) }
        try values.fill(for: keys) { (key) throws(StoreError) in try value(table, key) }
    }

    func entries(_ table: EngineTable) throws(StoreError) -> Int? {
        if let pages { return try pages.entries(table) }
        var status = MDB_stat()
        try file.results.check(mdb_stat(transaction, file.table(table), &status))
        return Int(status.ms_entries)
    }

    func scan(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection
    ) throws(StoreError) -> any EngineScan {
        if let pages { return try LMDBPageScan(pages, table, range, direction) }
        return LMDBScan(file.results, try newCursor(table), range, direction)
    }

    private func newCursor(_ table: EngineTable) throws(StoreError) -> OpaquePointer {
        var cursor: OpaquePointer?
        try file.results.check(mdb_cursor_open(transaction, file.table(table), &cursor))
        guard let cursor else { throw StoreError(.inputOutput, [.path: file.results.path]) }
        return cursor
    }

    @inline(__always)
    private func cursor(_ table: EngineTable) throws(StoreError) -> OpaquePointer {
        if let cursor = cursors[Int(table.rawValue)] { return cursor }
        let cursor = try newCursor(table)
        cursors[Int(table.rawValue)] = cursor
        return cursor
    }

    func put(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, replaces: Bool
    ) throws(StoreError) -> Bool {
        var (name, bytes) = (MDB_val(key), MDB_val(value))
        let cursor = try cursor(table)
        let mark = redo.note(table, key, value)
        let result = mdb_cursor_put(cursor, &name, &bytes, replaces ? 0 : UInt32(MDB_NOOVERWRITE))
        if result == MDB_SUCCESS { return true }
        redo?.goBack(to: mark)
        if result != MDB_KEYEXIST { try file.check(result) }
        return false
    }

    func remove(_ table: EngineTable, _ key: UnsafeRawBufferPointer) throws(StoreError) -> Bool {
        var (name, value) = (MDB_val(key), MDB_val())
        let cursor = try cursor(table)
        let mark = redo.note(table, key, nil)
        var result = mdb_cursor_get(cursor, &name, &value, MDB_SET)
        if result == MDB_SUCCESS { result = mdb_cursor_del(cursor, 0) }
        if result == MDB_SUCCESS { return true }
        redo?.goBack(to: mark)
        if result != MDB_NOTFOUND { try file.check(result) }
        return false
    }

    func nested() throws(StoreError) -> LMDBView {
        let inner = try file.begin(inside: transaction, flags: 0)
        return LMDBView(file, inner, durability, redo, mark: redo?.mark ?? 0)
    }

    func commit() throws(StoreError) {
        guard let mark else { return try file.commit(transaction, durability) }
        let result = mdb_txn_commit(transaction)
        if result != MDB_SUCCESS { redo?.goBack(to: mark) }
        try file.check(result)
    }

    func end() {
        if let mark { redo?.goBack(to: mark) }
        mdb_txn_abort(transaction)
    }
}

extension MDB_val {
    /// A value that lies elsewhere; the library reads it only.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.init(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }

    /// The bytes.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: mv_data, count: mv_size) }
}
