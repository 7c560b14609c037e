import CPolystoreLMDB
import PolystoreStorage

extension LMDBFile {
    /// Begins a read transaction and finds its pages.
    func reading() throws(StoreError) -> LMDBView {
        let transaction = try begin(inside: nil, flags: MDB_RDONLY)
        do throws(StoreError) {
            try redo?.gate.pass(seeing: UInt64(mdb_txn_id(transaction)))
            guard let map else { return LMDBView(self, transaction) }
            return LMDBView(self, transaction, try LMDBPages(transaction, map, results))
        } catch {
            mdb_txn_abort(transaction)
            throw error
        }
    }
}
