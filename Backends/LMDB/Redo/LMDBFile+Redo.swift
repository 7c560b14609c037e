import CPolystoreLMDB
import PolystoreRecordLayer
import PolystoreStorage

extension LMDBFile {
    /// Whether what was committed is to be brought in before the file is read.
    static func needsRecovery(_ path: String) throws(StoreError) -> Bool { try RedoRecovery(of: path) != nil }

    /// Brings in what the redo log says was committed, and opens it, if the file is open for writing.
    ///
    /// - Throws: `held` when somebody has begun to bring it in since it was asked whether that has to be done.
    static func openRedoLog(
        _ opening: EngineOpening, _ handle: OpaquePointer, _ tables: [MDB_dbi], _ recovery: RedoRecovery?,
        _ results: LMDBResults
    ) throws(StoreError) -> RedoLog? {
        guard opening.access == .write else {
            if opening.access == .create { return nil }
            if try RedoRecovery.isUnderWay(opening.path) {
                throw StoreError(.held, [.path: opening.path, .reason: "the last saves are being brought in"])
            }
            // A writer that sees this process waits for a record before it shows the commit; what it has shown before is put on
            // the disk here.
            if opening.access == .read { try RedoFile.synchronize(of: opening.path) }
            return nil
        }
        try recovery?.replay(handle, tables, results)
        var status = MDB_stat()
        try results.check(mdb_env_stat(handle, &status))
        return try RedoLog(
            handle, results, limit: opening.options.integer("redoLog", default: 64 << 20),
            pageSize: Int(status.ms_psize))
    }
}
