import CPolystoreLMDB
import Foundation

/// LMDB alone, as `mdb_dump` uses it.
enum RawLMDB {
    /// What the store keeps about itself.
    private static let metadata = "metadata"

    static func checksum(_ path: String) throws -> UInt32 {
        var environment: OpaquePointer?
        try check(mdb_env_create(&environment), path)
        defer { mdb_env_close(environment) }
        try check(mdb_env_set_mapsize(environment, 1 << 30), path)
        try check(mdb_env_set_maxdbs(environment, 16), path)
        try check(mdb_env_open(environment, path, UInt32(MDB_RDONLY | MDB_NOSUBDIR | MDB_NOLOCK), 0o644), path)
        var transaction: OpaquePointer?
        try check(mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &transaction), path)
        defer { mdb_txn_abort(transaction) }
        var (checksum, main) = (RunningChecksum(), MDB_dbi(0))
        try check(mdb_dbi_open(transaction, nil, 0, &main), path)
        var tables: [String] = []
        try entries(main, transaction, path) { key, _ in tables.append(String(decoding: key, as: UTF8.self)) }
        for table in tables where table != metadata {
            var handle = MDB_dbi(0)
            try check(mdb_dbi_open(transaction, table, 0, &handle), path)
            try entries(handle, transaction, path) { key, value in
                checksum.add(key)
                checksum.add(value)
            }
        }
        return checksum.sum
    }

    private static func entries(
        _ table: MDB_dbi, _ transaction: OpaquePointer?, _ path: String,
        _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void
    ) throws {
        var cursor: OpaquePointer?
        try check(mdb_cursor_open(transaction, table, &cursor), path)
        defer { mdb_cursor_close(cursor) }
        var (key, value) = (MDB_val(), MDB_val())
        while true {
            let result = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)
            if result == MDB_NOTFOUND { return }
            try check(result, path)
            body(
                UnsafeRawBufferPointer(start: key.mv_data, count: key.mv_size),
                UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size))
        }
    }

    private static func check(_ result: Int32, _ path: String) throws {
        guard result == MDB_SUCCESS else {
            throw Violation("LMDB alone: \(path): \(String(cString: mdb_strerror(result)))")
        }
    }
}
