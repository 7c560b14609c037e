import CPolystoreLMDB
import PolystoreRecordLayer
import PolystoreStorage

extension LMDBFile {
    /// Commits a write transaction, which is over.
    ///
    /// The flag of a single transaction is ignored by the library, that of the environment works.
    func commit(_ transaction: OpaquePointer, _ durability: Durability, _ redo: RedoLog?) throws(StoreError) {
        let number = UInt64(mdb_txn_id(transaction))
        let isNoted: Bool
        do throws(StoreError) {
            try self.redo?.settleFailure()
            isNoted = try redo?.write(number) ?? false
            let waits = durability == .full && !isNoted
            if waits != waitsForState {
                try results.check(mdb_env_set_flags(handle, UInt32(MDB_NOMETASYNC), waits ? 0 : 1))
                waitsForState = waits
            }
        } catch {
            mdb_txn_abort(transaction)
            throw error
        }
        let result = mdb_txn_commit(transaction)
        guard result != MDB_SUCCESS else { return }
        self.redo?.failed(number)
        // An error here is told by the next commit, which tries again.
        try? self.redo?.settleFailure()
        throw results.error(result)
    }
}
