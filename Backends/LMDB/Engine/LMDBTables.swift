import CPolystoreLMDB
import PolystoreRecordLayer
import PolystoreStorage

/// The library's numbers of the tables of a file; none for an optional one that the file lacks.
struct LMDBTables: Sendable {
    private var numbers = [MDB_dbi?](repeating: nil, count: EngineTable.allCases.count)

    /// The number of a table; nil when the file lacks it.
    @inline(__always)
    subscript(table: EngineTable) -> MDB_dbi? {
        get { numbers[Int(table.rawValue)] }
        set { numbers[Int(table.rawValue)] = newValue }
    }

    /// Whether the file has all tables.
    var isWhole: Bool { !numbers.contains(nil) }

    /// Opens those tables of a file that are not open yet, under their names, which never change.
    ///
    /// - Parameters:
    ///   - transaction: A transaction of the file; others know the tables when it was committed.
    ///   - optional: The tables that the file may lack.
    ///   - results: What results mean for the file.
    /// - Throws: `foreign` when the file lacks another one.
    mutating func open(
        _ transaction: OpaquePointer?, optional: Set<EngineTable>, _ results: LMDBResults
    ) throws(StoreError) {
        for table in EngineTable.allCases where self[table] == nil {
            var number: MDB_dbi = 0
            let result = mdb_dbi_open(transaction, "\(table)", 0, &number)
            if result == MDB_NOTFOUND, optional.contains(table) { continue }
            try results.check(result)
            self[table] = number
        }
    }

    /// Makes a table, and opens it; other transactions know it when this one was committed.
    @discardableResult
    mutating func make(
        _ table: EngineTable, _ transaction: OpaquePointer?, _ results: LMDBResults
    ) throws(StoreError) -> MDB_dbi {
        var number: MDB_dbi = 0
        try results.check(mdb_dbi_open(transaction, "\(table)", UInt32(MDB_CREATE), &number))
        self[table] = number
        return number
    }
}
