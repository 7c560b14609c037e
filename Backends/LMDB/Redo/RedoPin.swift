import CPolystoreLMDB
import PolystoreStorage

/// A reader's slot with which a state keeps its pages: the library takes it for one that is being read.
final class RedoPin {
    private let transaction: OpaquePointer

    /// Takes a slot and keeps the last state.
    init(_ handle: OpaquePointer, _ results: LMDBResults) throws(StoreError) {
        var transaction: OpaquePointer?
        try results.check(mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &transaction))
        guard let transaction else { throw StoreError(.inputOutput, [.path: results.path]) }
        self.transaction = transaction
    }

    deinit { mdb_txn_abort(transaction) }

    /// The number of the transaction that made the state.
    var number: UInt64 { UInt64(mdb_txn_id(transaction)) }

    /// Keeps nothing any more, but the slot.
    func release() { mdb_txn_reset(transaction) }

    /// Keeps the last state instead.
    func renew(_ results: LMDBResults) throws(StoreError) {
        release()
        try results.check(mdb_txn_renew(transaction))
    }
}
