import PolystoreStorage

/// What a connection knows of its file's pages: the pages themselves, and where tables lie in them.
final class PageReading {
    let file: PageFile
    private var tables: [ObjectIdentifier: (reader: RowReader, table: PageTable?)] = [:]
    /// The number of the schema that the tables are of.
    private var schema: UInt32?
    /// The most readers of which the tables are known.
    private static let limit = 64

    init?(_ connection: Connection, _ budget: PageBudget) throws(StoreError) {
        guard let file = try PageFile(connection, budget) else { return nil }
        self.file = file
    }

    /// The number of the schema, which lies in the file's header; nil where that cannot be read, which statements tell.
    private var schemaNumber: UInt32? {
        do throws(PageTrouble) {
            return try file.page(1).loadUnaligned(fromByteOffset: 40, as: UInt32.self)
        } catch {
            return nil
        }
    }

    /// The table of a reader; nil when it is read by statements only.
    func table(_ reader: RowReader, _ connection: Connection) throws(StoreError) -> PageTable? {
        guard file.isPinned, let current = schemaNumber else { return nil }
        if schema != current {
            tables = [:]
            schema = current
        }
        if let known = tables[ObjectIdentifier(reader)] { return known.table.flatMap { $0.isWorthwhile ? $0 : nil } }
        if tables.count >= Self.limit { tables = [:] }
        let table = try PageTable(reader, connection)
        // The reader is kept too, so that no other one gets its place.
        tables[ObjectIdentifier(reader)] = (reader, table)
        return table
    }
}
