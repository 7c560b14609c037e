import CPolystoreLMDB
import PolystoreRecordLayer
import PolystoreStorage

/// An open transaction of the library, reading or writing.
// SAFETY: used by one call at a time, which its holder ensures.
final class LMDBView: EngineWriting, @unchecked Sendable {
    private let file: LMDBFile
    private let results: LMDBResults
    private let transaction: OpaquePointer
    private let durability: Durability
    /// The transaction that this one is nested in.
    private let outer: LMDBView?
    /// The tables of the file, as the transaction sees them.
    private var tables: LMDBTables
    private var hasMadeTables = false
    /// Where each table was last written; the library closes them with the transaction.
    ///
    /// A save writes in the order of keys, so most keys lie in the page that a cursor is at, and nothing is searched.
    @exclusivity(unchecked) private var cursors = [OpaquePointer?](repeating: nil, count: EngineTable.allCases.count)

    /// What the transaction may take of the file.
    @exclusivity(unchecked) private var use = PageUse()
    private let pageSize: Int

    /// The size of the used file when the transaction began.
    private let usedBytes: Int

    /// Takes a transaction, which is ended with the view or committed by it; one without durability only reads.
    init(
        _ file: LMDBFile, _ transaction: OpaquePointer, _ tables: LMDBTables, _ durability: Durability? = nil,
        inside outer: LMDBView? = nil
    ) {
        var results = file.results
        results.isReading = durability == nil
        self.results = results
        (self.file, self.transaction, self.tables) = (file, transaction, tables)
        (self.durability, self.outer) = (durability ?? .full, outer)
        usedBytes = file.usedBytes()
        pageSize = file.pageSize
    }

    func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer? {
        guard let number = tables[table] else { return nil }
        var (name, value) = (MDB_val(key), MDB_val())
        let result =
            cursors[Int(table.rawValue)].map { mdb_cursor_get($0, &name, &value, MDB_SET) }
            ?? mdb_get(transaction, number, &name, &value)
        return try found(result, value)
    }

    /// The result of a look-up; nil when there is none.
    @inline(__always)
    private func found(_ result: Int32, _ value: MDB_val) throws(StoreError) -> UnsafeRawBufferPointer? {
        // Keys that cannot be written are not there.
        if result == MDB_NOTFOUND || result == MDB_BAD_VALSIZE { return nil }
        try results.check(result)
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
        guard let number = tables[table] else { return values.update(repeating: nil) }
        let cursor = try newCursor(number)
        defer { mdb_cursor_close(cursor) }
        let length = keys.count / values.count
        let sought = values.indices.map { place in
            (place: place, key: UnsafeRawBufferPointer(rebasing: keys[place * length..<(place + 1) * length]))
        }
        for (place, key) in sought.sorted(by: { KeyEncoding.order($0.key, $1.key) < 0 }) {
            var (name, value) = (MDB_val(key), MDB_val())
            values[place] = try found(mdb_cursor_get(cursor, &name, &value, MDB_SET), value)
        }
    }

    /// The number of entries that the library keeps of a table.
    func entries(_ table: EngineTable) throws(StoreError) -> Int? {
        guard let number = tables[table] else { return 0 }
        let status = try status(number)
        // An entry takes ten bytes at least.
        guard (0...results.mapSize / 10).contains(status.ms_entries) else {
            throw StoreError(
                .damaged, [.path: results.path, .reason: "the number of entries of \(table): not readable"])
        }
        return status.ms_entries
    }

    /// What the library tells of a table's tree, as the transaction sees it.
    private func status(_ number: MDB_dbi) throws(StoreError) -> MDB_stat {
        var status = MDB_stat()
        try results.check(mdb_stat(transaction, number, &status))
        return status
    }

    /// How much the file has grown since the transaction began: pages that it shows are not used again meanwhile.
    ///
    /// What was added counts like what was replaced, and pages that were free before do not count.
    func retainedBytes() -> Int { max(0, file.usedBytes() - usedBytes) }

    func scan(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection
    ) throws(StoreError) -> any EngineScan {
        guard let number = tables[table] else { return EmptyScan() }
        return LMDBScan(results, try newCursor(number), range, direction)
    }

    private func newCursor(_ table: MDB_dbi) throws(StoreError) -> OpaquePointer {
        var cursor: OpaquePointer?
        try results.check(mdb_cursor_open(transaction, table, &cursor))
        guard let cursor else { throw StoreError(.inputOutput, [.path: results.path]) }
        return cursor
    }

    /// The cursor with which a table is written; a table that the file lacks is made.
    @inline(__always)
    private func cursor(_ table: EngineTable) throws(StoreError) -> OpaquePointer {
        if let cursor = cursors[Int(table.rawValue)] { return cursor }
        let number = try number(making: table)
        use.begin(table, try status(number))
        let cursor = try newCursor(number)
        cursors[Int(table.rawValue)] = cursor
        return cursor
    }

    private func number(making table: EngineTable) throws(StoreError) -> MDB_dbi {
        if let number = tables[table] { return number }
        let number = try tables.make(table, transaction, results)
        hasMadeTables = true
        return number
    }

    func put(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, replaces: Bool
    ) throws(StoreError) -> Bool {
        var (name, bytes) = (MDB_val(key), MDB_val(value))
        let cursor = try cursor(table)
        use.note(table, valueLength: value.count, pageSize: pageSize)
        let result = mdb_cursor_put(cursor, &name, &bytes, replaces ? 0 : UInt32(MDB_NOOVERWRITE))
        if result == MDB_SUCCESS { return true }
        if result != MDB_KEYEXIST { try file.check(result) }
        return false
    }

    func append(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) throws(StoreError) {
        var (name, bytes) = (MDB_val(key), MDB_val(value))
        try file.check(mdb_cursor_put(try cursor(table), &name, &bytes, UInt32(MDB_APPEND)))
    }

    func remove(_ table: EngineTable, _ key: UnsafeRawBufferPointer) throws(StoreError) -> Bool {
        guard tables[table] != nil else { return false }
        var (name, value) = (MDB_val(key), MDB_val())
        let cursor = try cursor(table)
        use.note(table, valueLength: 0, pageSize: pageSize)
        var result = mdb_cursor_get(cursor, &name, &value, MDB_SET)
        if result == MDB_SUCCESS { result = mdb_cursor_del(cursor, 0) }
        if result == MDB_SUCCESS { return true }
        if result != MDB_NOTFOUND { try file.check(result) }
        return false
    }

    func nested() throws(StoreError) -> LMDBView {
        LMDBView(file, try file.begin(inside: transaction, flags: 0), tables, durability, inside: self)
    }

    func commit() throws(StoreError) {
        guard let outer else {
            return try file.commit(transaction, durability, making: hasMadeTables ? tables : nil)
        }
        try file.check(mdb_txn_commit(transaction))
        if hasMadeTables { (outer.tables, outer.hasMadeTables) = (tables, true) }
        outer.use.add(use)
    }

    /// Reserves, behind the pages in use, as many as the commit may write.
    func reserveRoom() throws(StoreError) {
        let pages = try use.pages(used: usedBytes / pageSize, pageSize: pageSize) { (table) throws(StoreError) in
            guard let number = tables[table] else { return MDB_stat() }
            return try status(number)
        }
        try file.reserveRoom(upTo: usedBytes + pages * pageSize)
    }

    func end() {
        mdb_txn_abort(transaction)
        // A reader ends on any thread: cutting the file off there would take what a writer has just written behind its end.
        if outer == nil, !results.isReading { file.giveBackRoom() }
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
