import CPolystoreLMDB
import PolystoreRecordLayer
import PolystoreStorage

/// An open transaction of the library, reading or writing.
// SAFETY: used by one call at a time, which its holder ensures.
final class LMDBView: EngineWriting, @unchecked Sendable {
    private let file: LMDBFile
    private let transaction: OpaquePointer
    private let durability: Durability
    private let isNested: Bool
    /// Where each table was last written; the library closes them with the transaction.
    ///
    /// A save writes in the order of keys, so most keys lie in the page that a cursor is at, and nothing is searched.
    @exclusivity(unchecked) private var cursors = [OpaquePointer?](repeating: nil, count: EngineTable.allCases.count)

    /// Takes a transaction, which is ended with the view or committed by it.
    init(
        _ file: LMDBFile, _ transaction: OpaquePointer, _ durability: Durability = .full, isNested: Bool = false
    ) {
        (self.file, self.transaction, self.durability, self.isNested) = (file, transaction, durability, isNested)
    }

    func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer? {
        var (name, value) = (MDB_val(key), MDB_val())
        let result =
            cursors[Int(table.rawValue)].map { mdb_cursor_get($0, &name, &value, MDB_SET) }
            ?? mdb_get(transaction, file.table(table), &name, &value)
        return try found(result, value)
    }

    /// What was found by a look-up; nil when there is nothing.
    @inline(__always)
    private func found(_ result: Int32, _ value: MDB_val) throws(StoreError) -> UnsafeRawBufferPointer? {
        // Keys that cannot be written are not there.
        if result == MDB_NOTFOUND || result == MDB_BAD_VALSIZE { return nil }
        try file.results.check(result)
        return value.bytes
    }

    /// Looks up several keys by one cursor, in the order of the keys: most lie in the page that the cursor is at.
    func values(
        _ table: EngineTable, _ keys: UnsafeRawBufferPointer,
        _ values: UnsafeMutableBufferPointer<UnsafeRawBufferPointer?>
    ) throws(StoreError) {
        guard values.count > 1, !keys.isEmpty else {
            return try values.fill(for: keys) { (key) throws(StoreError) in try value(table, key) }
        }
        let cursor = try newCursor(table)
        defer { mdb_cursor_close(cursor) }
        let length = keys.count / values.count
        let sought = values.indices.map { (place: $0, key: keys[$0 * length..<($0 + 1) * length]) }
        for (place, key) in sought.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            var (name, value) = (MDB_val(UnsafeRawBufferPointer(rebasing: key)), MDB_val())
            values[place] = try found(mdb_cursor_get(cursor, &name, &value, MDB_SET), value)
        }
    }

    /// The number of entries that the library keeps of a table.
    func entries(_ table: EngineTable) throws(StoreError) -> Int? {
        var status = MDB_stat()
        try file.results.check(mdb_stat(transaction, file.table(table), &status))
        // An entry takes ten bytes at least.
        guard (0...file.results.mapSize / 10).contains(status.ms_entries) else {
            throw StoreError(
                .damaged, [.path: file.results.path, .reason: "the number of entries of \(table): not readable"])
        }
        return status.ms_entries
    }

    func scan(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection
    ) throws(StoreError) -> any EngineScan {
        LMDBScan(file.results, try newCursor(table), range, direction)
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
        let result = mdb_cursor_put(cursor, &name, &bytes, replaces ? 0 : UInt32(MDB_NOOVERWRITE))
        if result == MDB_SUCCESS { return true }
        if result != MDB_KEYEXIST { try file.check(result) }
        return false
    }

    func remove(_ table: EngineTable, _ key: UnsafeRawBufferPointer) throws(StoreError) -> Bool {
        var (name, value) = (MDB_val(key), MDB_val())
        let cursor = try cursor(table)
        var result = mdb_cursor_get(cursor, &name, &value, MDB_SET)
        if result == MDB_SUCCESS { result = mdb_cursor_del(cursor, 0) }
        if result == MDB_SUCCESS { return true }
        if result != MDB_NOTFOUND { try file.check(result) }
        return false
    }

    func nested() throws(StoreError) -> LMDBView {
        LMDBView(file, try file.begin(inside: transaction, flags: 0), durability, isNested: true)
    }

    func commit() throws(StoreError) {
        guard isNested else { return try file.commit(transaction, durability) }
        try file.check(mdb_txn_commit(transaction))
    }

    func end() { mdb_txn_abort(transaction) }
}

extension MDB_val {
    /// A value that lies elsewhere; the library reads it only.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.init(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }

    /// The bytes.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: mv_data, count: mv_size) }
}
