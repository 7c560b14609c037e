import CPolystoreLMDB
import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage

/// Tables that a file may lack: those of a later format than the file's are made when they are first written.
extension LMDBFile {
    /// Opens the tables of a file that is being opened, or makes those that every file has.
    static func openTables(
        _ handle: OpaquePointer, _ opening: EngineOpening, _ results: LMDBResults
    ) throws(StoreError) -> LMDBTables {
        let creates = opening.access == .create
        var tables = LMDBTables()
        _ = try transact(handle, creates ? 0 : MDB_RDONLY, results) { (transaction) throws(StoreError) in
            guard creates else { return try tables.open(transaction, optional: opening.optionalTables, results) }
            for table in EngineTable.allCases where !opening.optionalTables.contains(table) {
                try tables.make(table, transaction, results)
            }
        }
        return tables
    }

    /// Runs a closure in a transaction, which is committed, and returns the transaction's number.
    private static func transact(
        _ handle: OpaquePointer, _ flags: Int32, _ results: LMDBResults,
        _ body: (OpaquePointer?) throws(StoreError) -> Void
    ) throws(StoreError) -> Int {
        var transaction: OpaquePointer?
        try results.check(mdb_txn_begin(handle, nil, UInt32(flags), &transaction))
        do throws(StoreError) {
            try body(transaction)
        } catch {
            mdb_txn_abort(transaction)
            throw error
        }
        let number = mdb_txn_id(transaction)
        try results.check(mdb_txn_commit(transaction))
        return number
    }

    /// Begins a read transaction, with the tables of the commit that it reads.
    ///
    /// A transaction does not know tables that were opened after it began. So tables that another process made are opened
    /// before, in a transaction of their own, until both read the same commit.
    func reading() throws(StoreError) -> LMDBView {
        try tables.withLock { (tables) throws(StoreError) in
            while true {
                var number: Int?
                // The library opens tables in one transaction at a time; the process that writes knows what it made.
                if !tables.isWhole, opening.access == .read || opening.access == .readAlone {
                    var found = tables
                    number = try Self.transact(handle, MDB_RDONLY, results) { (transaction) throws(StoreError) in
                        try found.open(transaction, optional: opening.optionalTables, results)
                    }
                    tables = found
                }
                let transaction = try begin(inside: nil, flags: MDB_RDONLY)
                if number == nil || number == mdb_txn_id(transaction) { return LMDBView(self, transaction, tables) }
                mdb_txn_abort(transaction)
            }
        }
    }

    /// Commits a transaction that made tables: no snapshot begins between the commit and the numbers of its tables.
    func commit(_ transaction: OpaquePointer, making made: LMDBTables) throws(StoreError) {
        try tables.withLock { (tables) throws(StoreError) in
            try check(mdb_txn_commit(transaction))
            tables = made
        }
    }
}
