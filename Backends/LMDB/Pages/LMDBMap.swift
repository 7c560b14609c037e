import CPolystoreLMDB
import Foundation
import PolystoreRecordLayer
import PolystoreStorage

/// Where the library has mapped a file: the same as long as the file is open.
struct LMDBMap {
    /// Where the first page lies.
    let base: UnsafeRawPointer
    /// The length of a page.
    let pageSize: Int
    /// The library's number of the table of tables.
    let main: MDB_dbi

    /// Finds the map in a read transaction; nil where pages have another length than those of the machine, as in a file
    /// that comes from another one: they may lie anywhere then.
    ///
    /// Called once the file was looked at, and before anything is read that was not: a page's number is believed.
    ///
    /// - Parameters:
    ///   - transaction: A transaction that reads.
    ///   - results: What the library's results mean.
    /// - Throws: What the library reports; `damaged` when a page has a number that cannot be.
    init?(_ transaction: OpaquePointer?, _ results: LMDBResults) throws(StoreError) {
        var main: MDB_dbi = 0
        try results.check(mdb_dbi_open(transaction, nil, 0, &main))
        var (status, information) = (MDB_stat(), MDB_envinfo())
        try results.check(mdb_stat(transaction, main, &status))
        try results.check(mdb_env_info(mdb_txn_env(transaction), &information))
        let size = Int(status.ms_psize)
        guard size == sysconf(Int32(_SC_PAGESIZE)) else { return nil }
        let bytes = try LMDBMap.tree("\(EngineTable.metadata)".utf8.map(\.self), transaction, main, results)
        // The page that it lies in says its number, and so where the first one is.
        guard let page = UnsafeRawPointer(bitPattern: UInt(bitPattern: bytes.baseAddress) & ~UInt(size - 1)) else {
            return nil
        }
        let number = page.load(as: UInt64.self)
        guard number <= UInt64(information.me_last_pgno), let number = Int(exactly: number) else {
            throw results.error(MDB_CORRUPTED)
        }
        (base, pageSize, self.main) = (page - number * size, size, main)
    }

    /// What the table of tables says about one of them, where it lies.
    static func tree(
        _ name: [UInt8], _ transaction: OpaquePointer?, _ main: MDB_dbi, _ results: LMDBResults
    ) throws(StoreError) -> UnsafeRawBufferPointer {
        var value = MDB_val()
        let result = name.withUnsafeBytes { bytes in
            var name = MDB_val(bytes)
            return mdb_get(transaction, main, &name, &value)
        }
        try results.check(result)
        guard value.mv_size == LMDBMeta.Tree.length else { throw results.error(MDB_CORRUPTED) }
        return value.bytes
    }

    /// The number of pages that a transaction may read: they are in the file and in the map.
    ///
    /// The file may be shorter than its last page says, and another process may have grown it beyond this one's map.
    func pageCount(_ transaction: OpaquePointer, _ results: LMDBResults) throws(StoreError) -> UInt64 {
        let environment = mdb_txn_env(transaction)
        var (information, file, status) = (MDB_envinfo(), mdb_filehandle_t(), stat())
        try results.check(mdb_env_info(environment, &information))
        try results.check(mdb_env_get_fd(environment, &file))
        guard fstat(file, &status) == 0 else { throw results.error(errno) }
        let bytes = min(Int(clamping: status.st_size), Int(clamping: information.me_mapsize))
        return min(UInt64(truncatingIfNeeded: information.me_last_pgno) &+ 1, UInt64(bytes / pageSize))
    }
}
