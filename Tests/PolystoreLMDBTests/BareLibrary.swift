import CPolystoreLMDB
import Foundation

/// The library alone, as another program uses it: nothing of Polystore is asked.
enum BareLibrary {
    typealias Entries = [(key: [UInt8], value: [UInt8])]

    struct Failure: Error {
        let result: Int32
    }

    static func check(_ result: Int32) throws { if result != MDB_SUCCESS { throw Failure(result: result) } }

    /// Opens a file that this process has not open, calls a closure, and closes it.
    static func open<Result>(
        _ path: String, _ flags: Int32, _ body: (_ environment: OpaquePointer) throws -> Result
    ) throws -> Result {
        var handle: OpaquePointer?
        try check(mdb_env_create(&handle))
        defer { mdb_env_close(handle) }
        try check(mdb_env_set_mapsize(handle, 1 << 30))
        try check(mdb_env_set_maxdbs(handle, 8))
        try check(mdb_env_open(handle, path, UInt32(flags | MDB_NOSUBDIR | MDB_NOLOCK), 0o644))
        guard let handle else { throw Failure(result: MDB_PANIC) }
        return try body(handle)
    }

    /// Calls a closure inside a transaction, which is committed.
    static func transaction<Result>(
        _ environment: OpaquePointer, _ flags: Int32 = 0, _ body: (_ transaction: OpaquePointer?) throws -> Result
    ) throws -> Result {
        var transaction: OpaquePointer?
        try check(mdb_txn_begin(environment, nil, UInt32(flags), &transaction))
        do {
            let result = try body(transaction)
            try check(mdb_txn_commit(transaction))
            return result
        } catch {
            mdb_txn_abort(transaction)
            throw error
        }
    }

    /// Puts entries into a table, which is made if it is not there.
    static func put(_ entries: Entries, _ table: String, _ transaction: OpaquePointer?) throws {
        var number: MDB_dbi = 0
        try check(mdb_dbi_open(transaction, table, UInt32(MDB_CREATE), &number))
        for (key, value) in entries {
            try key.withUnsafeBytes { key in
                try value.withUnsafeBytes { value in
                    var (key, value) = (bytes(key), bytes(value))
                    try check(mdb_put(transaction, number, &key, &value, 0))
                }
            }
        }
    }

    private static func bytes(_ bytes: UnsafeRawBufferPointer) -> MDB_val {
        MDB_val(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }

    /// All entries of the tables of a file, as `mdb_dump` shows them.
    static func dump(_ path: String) throws -> [String: Entries] {
        try open(path, MDB_RDONLY) { environment in
            try transaction(environment, MDB_RDONLY) { transaction in
                var main: MDB_dbi = 0
                try check(mdb_dbi_open(transaction, nil, 0, &main))
                var tables: [String: Entries] = [:]
                for (name, _) in try entries(main, transaction) {
                    let name = String(decoding: name, as: UTF8.self)
                    var table: MDB_dbi = 0
                    try check(mdb_dbi_open(transaction, name, 0, &table))
                    tables[name] = try entries(table, transaction)
                }
                return tables
            }
        }
    }

    private static func entries(_ table: MDB_dbi, _ transaction: OpaquePointer?) throws -> Entries {
        var cursor: OpaquePointer?
        try check(mdb_cursor_open(transaction, table, &cursor))
        defer { mdb_cursor_close(cursor) }
        var (key, value, entries) = (MDB_val(), MDB_val(), Entries())
        while true {
            let result = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)
            if result == MDB_NOTFOUND { return entries }
            try check(result)
            entries.append((copy(key), copy(value)))
        }
    }

    private static func copy(_ value: MDB_val) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size))
    }
}
