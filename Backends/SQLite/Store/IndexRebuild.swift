import PolystoreModel
import PolystoreStorage

/// The indexes that a save takes away before it writes and makes anew behind it, because it changes most of their entries.
///
/// An entry that is put where it belongs costs a search, and a page that it shares with few others of the save. Making
/// an index sorts its entries and writes them page by page, for less than half of that each, and leaves full pages.
/// Both happen inside the save's transaction: no other connection ever sees the table without its indexes, and a save
/// that fails has them back. Other connections read the schema and prepare their statements again afterwards.
///
/// INVARIANT: no statement of the writing connection is in the middle of its rows; the engine refuses to take an index away
/// under one.
struct IndexRebuild {
    /// With fewer entries than these, the two statements cost more than they save.
    static let leastEntries = 4096

    private let connection: Connection
    private let indexes: [IndexSchema]

    /// Finds out which indexes these are; looks at the changed rows once, if there are enough of them.
    ///
    /// None in a file that was analysed (`ANALYZE`): the statistics of an index would go with it.
    init(_ changes: StoreChanges, _ schema: StoreSchema, _ connection: Connection) throws(StoreError) {
        self.connection = connection
        let rows = changes.inserts.count + changes.updates.count + changes.deletes.count
        guard rows >= Self.leastEntries, try !Self.hasStatistics(connection) else {
            indexes = []
            return
        }
        var count = ChangedEntries(schema)
        count.addInserts(changes.inserts)
        count.addDeletes(changes.deletes)
        count.add(changes.updates)
        var chosen: [IndexSchema] = []
        let marks = KeyMarks(connection: connection, schema: schema)
        for table in schema.tables {
            let busy = count.indexes(of: table, atLeast: Self.leastEntries)
            if busy.isEmpty { continue }
            // No more rows than the greatest key in use, and what this save adds: keys that were reserved ahead say nothing.
            let sum = try marks.greatestKey(table).addingReportingOverflow(Int64(count.inserted(table)))
            let most = sum.overflow ? .max : sum.partialValue
            for (index, entries) in busy where Int64(entries) >= most / 2 { chosen.append(index) }
        }
        indexes = chosen
    }

    private static func hasStatistics(_ connection: Connection) throws(StoreError) -> Bool {
        try connection.integer("SELECT count(*) FROM sqlite_master WHERE name = 'sqlite_stat1'") != 0
    }

    /// Takes the indexes away; what is in the table does not matter.
    func drop() throws(StoreError) {
        for index in indexes { try connection.run("DROP INDEX IF EXISTS \(SQLName.quoted(index.name))") }
    }

    /// Makes the indexes of what is in the table now.
    func make() throws(StoreError) {
        for index in indexes { try connection.run(index.sql) }
    }
}
