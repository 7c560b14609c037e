import PolystoreModel
import PolystoreStorage

/// The indexes that a save takes away before it writes and makes anew behind it, because it changes most of their entries.
///
/// An entry that is put where it belongs costs a search, and a page that it shares with few others of the save. Making an
/// index sorts its entries and writes them page by page, for less than half of that each, and leaves full pages. Both
/// happen inside the save's transaction: nobody else ever sees the table without its indexes, and a save that fails has them
/// back.
struct IndexRebuild {
    /// With fewer entries than these, the two statements cost more than they save.
    static let leastEntries = 4096

    private let connection: Connection
    private let indexes: [IndexSchema]

    /// Finds out which indexes these are; looks at the changed rows once, if there are enough of them.
    init(_ changes: StoreChanges, _ schema: StoreSchema, _ connection: Connection) throws(StoreError) {
        self.connection = connection
        guard changes.inserts.count + changes.updates.count + changes.deletes.count >= Self.leastEntries else {
            indexes = []
            return
        }
        var count = ChangedEntries(schema)
        count.addWhole(changes.inserts)
        count.addWhole(changes.deletes)
        count.add(changes.updates)
        var chosen: [IndexSchema] = []
        let marks = KeyMarks(connection: connection, schema: schema)
        for table in schema.tables {
            let busy = count.indexes(of: table, atLeast: Self.leastEntries)
            if busy.isEmpty { continue }
            // A table has no more rows than keys were given out.
            let rows = try marks.mark(table)
            for (index, entries) in busy where Int64(entries) >= rows / 2 { chosen.append(index) }
        }
        indexes = chosen
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
