import PolystoreStorage

extension SQLiteSnapshot {
    private static let pageSize = SQLShape("PRAGMA page_size")

    /// What this process has written to the log since the snapshot began: the log cannot begin anew meanwhile.
    ///
    /// What other processes write is not counted.
    func retainedBytes() throws(StoreError) -> Int {
        let pages = ledger.loggedPages - loggedPages
        return try use { (connection) throws(StoreError) in
            if pages <= 0 { return 0 }
            let statement = try connection.statement(Self.pageSize)
            defer { connection.finish(statement) }
            guard try statement.step() else { return 0 }
            return pages * Int(statement.integer(0))
        }
    }
}
