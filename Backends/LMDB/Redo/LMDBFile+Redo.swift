import CPolystoreLMDB
import Foundation
import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage

extension LMDBFile {
    /// Makes room for the redo log in a file that has none.
    ///
    /// - Returns: False when there is no room: commits wait for the disk twice then.
    static func makeRedoLog(_ handle: OpaquePointer, _ results: LMDBResults) throws(StoreError) -> Bool {
        var transaction: OpaquePointer?
        try results.check(mdb_txn_begin(handle, nil, 0, &transaction))
        var main: MDB_dbi = 0
        var status = MDB_stat()
        var result = mdb_dbi_open(transaction, nil, 0, &main)
        if result == MDB_SUCCESS { result = mdb_stat(transaction, main, &status) }
        if result == MDB_SUCCESS {
            let bytes = [UInt8](repeating: 0, count: RedoPlace.valueLength(Int(status.ms_psize)))
            result = RedoPlace.name.withUnsafeBytes { name in
                bytes.withUnsafeBytes { bytes in
                    var (name, value) = (MDB_val(name), MDB_val(bytes))
                    return mdb_put(transaction, main, &name, &value, 0)
                }
            }
        }
        if result == MDB_SUCCESS {
            result = mdb_txn_commit(transaction)
        } else {
            mdb_txn_abort(transaction)
        }
        // The library tells of a write that was cut short, as the last one on a full disk is, as of an error of the disk.
        if result == MDB_MAP_FULL || result == ENOSPC || result == EDQUOT || result == EIO { return false }
        try results.check(result)
        return true
    }

    /// Opens the redo log of a file that is open for writing, and writes again what a power cut kept from becoming the
    /// last state.
    static func openRedoLog(
        _ handle: OpaquePointer, _ tables: [MDB_dbi], _ results: LMDBResults
    ) throws(StoreError) -> RedoLog? {
        var found = try LMDBPageWalk.check(results.path, .metadata).redo
        if found == nil, try makeRedoLog(handle, results) {
            found = try LMDBPageWalk.check(results.path, .metadata).redo
        }
        guard let found else { return nil }
        var descriptor = mdb_filehandle_t()
        try results.check(mdb_env_get_fd(handle, &descriptor))
        let log = try RedoLog(found, descriptor: descriptor, path: results.path)
        if let record = try log.record(behind: try lastTransaction(handle, results)) {
            try write(record, handle, tables, results)
        }
        try log.settle(try lastTransaction(handle, results))
        return log
    }

    private static func lastTransaction(_ handle: OpaquePointer, _ results: LMDBResults) throws(StoreError) -> UInt64 {
        var information = MDB_envinfo()
        try results.check(mdb_env_info(handle, &information))
        return UInt64(information.me_last_txnid)
    }

    /// Does what a transaction did, in one with its number.
    private static func write(
        _ record: RedoRecord, _ handle: OpaquePointer, _ tables: [MDB_dbi], _ results: LMDBResults
    ) throws(StoreError) {
        var transaction: OpaquePointer?
        try results.check(mdb_txn_begin(handle, nil, 0, &transaction))
        do throws(StoreError) {
            guard mdb_txn_id(transaction) == record.transaction else { throw results.error(MDB_CORRUPTED) }
            let isWhole = try record.forEach { (change) throws(StoreError) in
                var name = MDB_val(change.key)
                let table = tables[Int(change.table.rawValue)]
                if var value = change.value.map({ MDB_val($0) }) {
                    try results.check(mdb_put(transaction, table, &name, &value, 0))
                } else {
                    try results.check(mdb_del(transaction, table, &name, nil))
                }
            }
            guard isWhole else {
                throw StoreError(.damaged, [.path: results.path, .reason: "the redo log: not readable"])
            }
        } catch {
            mdb_txn_abort(transaction)
            throw error
        }
        try results.check(mdb_txn_commit(transaction))
    }

    /// The transaction that the redo log makes the last one.
    static func unrecoveredCommit(in path: String) throws(StoreError) -> UInt64? {
        try LMDBPageWalk.check(path, .metadata).unrecoveredCommit()
    }
}

extension LMDBPageWalk {
    /// The transaction that the redo log makes the last one.
    func unrecoveredCommit() throws(StoreError) -> UInt64? {
        try redo?.record(behind: head.newest.transaction, in: file)?.transaction
    }
}
