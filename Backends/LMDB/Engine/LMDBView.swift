import CPolystoreLMDB
import PolystoreRecordLayer
import PolystoreStorage

/// An open transaction of the library, reading or writing: what snapshots and transactions have in common.
///
/// Calls on one transaction must not overlap; whoever holds it sees to that.
// SAFETY: a pair of references; the transaction behind it is used by one thread at a time, which its holder ensures.
struct LMDBView: @unchecked Sendable {
    let environment: LMDBEnvironment
    let transaction: OpaquePointer

    /// The value of a key, where it lies in the map.
    func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer? {
        var (name, value) = (MDB_val(key), MDB_val())
        let result = mdb_get(transaction, environment.table(table), &name, &value)
        if result == MDB_NOTFOUND { return nil }
        // Keys that cannot be written are not there.
        if result == MDB_BAD_VALSIZE { return nil }
        try environment.check(result)
        return value.bytes
    }

    /// The number of entries in a table.
    func entries(_ table: EngineTable) throws(StoreError) -> Int {
        var status = MDB_stat()
        try environment.check(mdb_stat(transaction, environment.table(table), &status))
        return Int(status.ms_entries)
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
