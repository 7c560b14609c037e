import CPolystoreSQLite
import Foundation
import PolystoreModel
import PolystoreStorage

/// A connection to one file, without a lock of its own: one thread at a time uses it.
final class Connection {
    let handle: OpaquePointer
    let settings: ConnectionSettings
    let mode: ConnectionMode
    /// The connection's counters.
    @exclusivity(unchecked) var counters = EngineCounters()
    /// The state that our functions share.
    let functions = FunctionState()
    @exclusivity(unchecked) private var statements: [Int: Statement] = [:]
    /// Tells of the statements; the engine knows its address.
    private let trace: StatementTrace?
    @exclusivity(unchecked) private var uses = 0
    /// The most statements that are kept prepared.
    static let statementLimit = 128
    /// The log after the last commit; nil where the connection does not write, or the library sees to the log.
    private(set) var log: LogLength?
    /// The bytes of a page in the log; 0 where the connection does not write.
    private(set) var frameLength = 0

    /// Opens a connection and sets what matters.
    init(_ mode: ConnectionMode, _ settings: ConnectionSettings) throws(StoreError) {
        self.settings = settings
        self.mode = mode
        trace = StatementTrace(settings.trace, store: settings.store)
        var opened: OpaquePointer?
        let (name, flags) = Connection.target(mode, settings.path)
        let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, settings.fileSystem)
        guard code == SQLITE_OK, let opened else {
            let extended = opened.map(sqlite3_extended_errcode) ?? code
            let system = opened.map(sqlite3_system_errno) ?? 0
            sqlite3_close_v2(opened)
            throw ResultCode.error(extended, system: system, settings: settings)
        }
        handle = opened
        trace?.listen(to: handle)
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, settings.busyTimeout)
        // Triggers repair rows that others edit; our own rows carry their seals.
        polystore_sqlite_configure(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
        polystore_sqlite_configure(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        polystore_sqlite_configure(handle, SQLITE_DBCONFIG_DQS_DML, 0)
        polystore_sqlite_configure(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
        try SQLFunctions.register(on: handle, functions, settings)
        try run("PRAGMA cache_size = -\(max(settings.cacheSize / 1024, 64))")
        try run("PRAGMA mmap_size = \(settings.memoryMap)")
        try run("PRAGMA secure_delete = OFF")
        // Sorting and grouping that need more than the memory for pages use a file, which is made when it is needed.
        try run("PRAGMA temp_store = FILE")
        if mode == .read || mode == .readUnchanging { try run("PRAGMA query_only = ON") }
        guard mode == .write || mode == .create else { return }
        // What is longer than that is cut off when the log begins anew.
        try run("PRAGMA journal_size_limit = \(settings.logLimit)")
        let pageSize = Int(try integer("PRAGMA page_size") ?? 0)
        frameLength = LogLength.frameLength(pageSize)
        let limit = LogLength.frames(in: settings.logLimit, pageSize: pageSize)
        if mode == .create {
            try run("PRAGMA wal_autocheckpoint = \(limit)")
        } else {
            let log = LogLength(limit: limit)
            log.follow(handle)
            self.log = log
        }
    }

    /// Makes sure that the file has a log, without which a reader keeps a save from its end.
    ///
    /// - Throws: `unsupported` where the file system does not let the library keep one.
    func keepLog() throws(StoreError) {
        guard try text("PRAGMA journal_mode = WAL") == "wal" else {
            throw StoreError(
                .unsupported, [.path: settings.path, .reason: "the file system does not let SQLite keep a log"])
        }
    }

    /// Copies the log back to the file as far as no reader needs the file as it is.
    ///
    /// The log is on the disk before the file is written; the file is put there when the last frame is in it.
    ///
    /// - Returns: How many frames the log has, and how many of them are in the file now; nil when it was not done,
    ///   because another connection is doing it or the disk refuses. The log keeps what it has.
    func copyLogBack() -> (frames: Int, copied: Int)? {
        var (frames, copied): (Int32, Int32) = (0, 0)
        let code = sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_PASSIVE, &frames, &copied)
        return code == SQLITE_OK && frames >= 0 ? (Int(frames), Int(copied)) : nil
    }

    /// Copies the log back and waits for the readers that keep it, for a tenth of a second at most.
    ///
    /// Nothing is written meanwhile, so that readers which begin then are not in the way. When it has returned with all frames
    /// copied, the next commit begins the log anew, unless a reader of the log has stayed.
    ///
    /// - Returns: What `copyLogBack` returns.
    func copyLogBackBesideReaders() -> (frames: Int, copied: Int)? {
        sqlite3_busy_timeout(handle, 100)
        defer { sqlite3_busy_timeout(handle, settings.busyTimeout) }
        var (frames, copied): (Int32, Int32) = (-1, -1)
        let code = sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_RESTART, &frames, &copied)
        // A reader that stays keeps the log from beginning anew, or what it needs from being copied.
        guard code == SQLITE_OK || code & 0xff == SQLITE_BUSY, frames >= 0 else { return nil }
        return (Int(frames), Int(copied))
    }

    /// Copies the log back, and says whether all of it is in the file now: then all commits are on the disk.
    func putLogInFile() -> Bool { copyLogBack().map { $0.copied == $0.frames } ?? false }

    /// Empties a log all of which is in the file, unless another connection reads it or writes.
    ///
    /// What is not done now is done when the log begins anew.
    func emptyLog() {
        sqlite3_busy_timeout(handle, 0)
        defer { sqlite3_busy_timeout(handle, settings.busyTimeout) }
        _ = sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    }

    /// Writes the pages that the open transaction has changed to the log, where they count for nothing until the commit, and
    /// makes sure that the disk has room for what the commit adds.
    ///
    /// The library keeps the first page, and those that a statement is reading, until the commit; no statement is at work
    /// between saves. What is not reserved is a page of the log's index in memory that is shared, which is begun every 4,096
    /// frames.
    ///
    /// - Throws: `full`; the transaction has to be rolled back then.
    func writePages() throws(StoreError) {
        let code = sqlite3_db_cacheflush(handle)
        guard code == SQLITE_OK else { throw error(code) }
        try SystemFile.reserveRoom(behind: settings.path + "-wal", 8 * frameLength)
    }

    deinit {
        statements = [:]
        sqlite3_close_v2(handle)
    }

    /// How many pages were written before the commit of their transaction, because the cache had no room for them.
    var spilledPages: Int32 {
        var (current, highest): (Int32, Int32) = (0, 0)
        sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_SPILL, &current, &highest, 0)
        return current
    }

    /// How many pages the connection has written to the log since it was opened.
    var writtenPages: Int32 {
        var (current, highest): (Int32, Int32) = (0, 0)
        sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_WRITE, &current, &highest, 0)
        return current
    }

    /// Runs triggers, as connections of other programs do.
    func enableTriggers() { polystore_sqlite_configure(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1) }

    private static func target(_ mode: ConnectionMode, _ path: String) -> (String, Int32) {
        switch mode {
        case .create: (path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        case .write: (path, SQLITE_OPEN_READWRITE)
        case .read: (path, SQLITE_OPEN_READONLY)
        case .readUnchanging:
            // In an escaped path only `?`, `#` and `%` would end or change it.
            (
                "file:" + path.replacing("%", with: "%25").replacing("?", with: "%3F").replacing("#", with: "%23")
                    + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            )
        }
    }

    /// The error of the last call that failed with a code.
    func error(_ code: Int32, sql: Bool = false) -> StoreError {
        if let failure = functions.takeFailure(), code & 0xFF == SQLITE_ERROR {
            return StoreError(.evaluation, [.store: settings.store], cause: failure)
        }
        return ResultCode.error(
            code == SQLITE_ERROR ? sqlite3_extended_errcode(handle) : code, system: sqlite3_system_errno(handle),
            settings: settings, reason: sql ? String(cString: sqlite3_errmsg(handle)) : nil)
    }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// The number of rows that the last statement changed.
    var changeCount: Int { Int(sqlite3_changes(handle)) }

    /// Runs a statement that updates rows by offering them for insertion, and says how many it updated; nil when it inserted
    /// one or was refused.
    func countUpdates(_ statement: Statement) throws(StoreError) -> Int? {
        // The engine remembers the last key that was inserted, which no update changes, and no key is this one.
        sqlite3_set_last_insert_rowid(handle, .min)
        let code = statement.stepForCode()
        statement.reset()
        if code & 0xFF == SQLITE_CONSTRAINT { return nil }
        guard code == SQLITE_DONE else { throw error(code, sql: true) }
        return sqlite3_last_insert_rowid(handle) == .min ? changeCount : nil
    }

    /// Compiles and runs a statement that is not kept.
    func run(_ sql: String) throws(StoreError) {
        let statement = try compile(sql, shape: nil)
        try statement.run()
    }

    /// Compiles a statement that is not kept.
    func prepare(_ sql: String) throws(StoreError) -> Statement { try compile(sql, shape: nil) }

    /// The first column of the first row as an integer; nil without a row, or when it is null.
    func integer(_ sql: String) throws(StoreError) -> Int64? {
        let statement = try compile(sql, shape: nil)
        guard try statement.step(), !statement.isNull(0) else { return nil }
        return statement.integer(0)
    }

    /// The first column of the first row as text; nil without a row, or when it is null.
    func text(_ sql: String) throws(StoreError) -> String? {
        let statement = try compile(sql, shape: nil)
        guard try statement.step(), !statement.isNull(0) else { return nil }
        return statement.text(0)
    }

    /// The prepared statement of a shape, reset and not in use; to be given back with `finish`.
    func statement(_ shape: SQLShape) throws(StoreError) -> Statement {
        uses += 1
        if let known = statements[shape.number], !known.isBusy {
            known.isBusy = true
            known.lastUse = uses
            return known
        }
        let isNested = statements[shape.number] != nil
        let statement = try compile(shape.sql, shape: isNested ? nil : shape.number)
        statement.isBusy = true
        statement.lastUse = uses
        if !isNested { keep(statement, shape.number) }
        return statement
    }

    /// Gives a statement back.
    func finish(_ statement: Statement) {
        statement.reset()
        // Unfinished aggregates end now; their failures belong to no statement.
        _ = functions.takeFailure()
        statement.isBusy = false
    }

    /// Forgets all prepared statements that are not in use.
    func forgetStatements() { statements = statements.filter { $0.value.isBusy } }

    private func keep(_ statement: Statement, _ shape: Int) {
        if statements.count >= Self.statementLimit {
            // The quarter that was used longest ago goes at once, so that the search is rare.
            let idle = statements.filter { !$0.value.isBusy }.sorted(byNumber: \.value.lastUse)
            for (number, _) in idle.prefix(max(Self.statementLimit / 4, 1)) { statements[number] = nil }
        }
        statements[shape] = statement
    }

    private func compile(_ sql: String, shape: Int?) throws(StoreError) -> Statement {
        var compiled: OpaquePointer?
        counters.prepared += 1
        let flags = shape == nil ? 0 : UInt32(SQLITE_PREPARE_PERSISTENT)
        let code = sqlite3_prepare_v3(handle, sql, -1, flags, &compiled, nil)
        guard code == SQLITE_OK, let compiled else { throw error(code, sql: true) }
        return Statement(compiled, connection: self, shape: shape)
    }
}
