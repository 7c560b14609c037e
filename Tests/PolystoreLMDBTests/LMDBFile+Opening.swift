import PolystoreStorage

@testable import PolystoreLMDB
@testable import PolystoreRecordLayer

typealias LMDBEngine = FileEngine<LMDBFile>
typealias LMDBSnapshot = FileSnapshot
typealias LMDBTransaction = FileTransaction

extension LMDBFile {
    /// Opens a file without a lock and without a place among the open files.
    static func open(
        _ path: String, _ access: EngineOpening.Access, _ values: [String: StoreOptions.Value] = [:],
        optionalTables: Set<EngineTable> = EngineTable.optional
    ) throws(StoreError) -> LMDBFile {
        var options = StoreOptions()
        options.values = values
        return try LMDBFile(EngineOpening(path, access, options, optionalTables: optionalTables))
    }
}
