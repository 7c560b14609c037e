import PolystoreStorage

/// What a connection knows of its file's pages: the pages themselves, and where tables lie in them.
final class PageReading {
    let file: PageFile
    private var tables: [ObjectIdentifier: (reader: RowReader, table: PageTable?)] = [:]
    /// The number of the schema that the tables are of.
    private var schema: UInt32?
    /// The most readers of which the tables are known.
    private static let limit = 64

    init?(_ connection: Connection, cacheSize: Int) throws(StoreError) {
        guard let file = try PageFile(connection, cacheSize: cacheSize) else { return nil }
        self.file = file
    }

    /// The table of a reader; nil when it is read by statements only.
    func table(_ reader: RowReader, _ connection: Connection) throws(StoreError) -> PageTable? {
        guard file.isPinned, let start = try? file.page(1) else { return nil }
        // The schema's number lies in the file's header.
        let current = start.loadUnaligned(fromByteOffset: 40, as: UInt32.self)
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
