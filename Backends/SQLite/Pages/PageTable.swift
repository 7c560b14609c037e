import PolystoreStorage

/// Where the rows of a table, its columns and its indexes lie in a file: true as long as the file's schema.
final class PageTable {
    let root: UInt32
    /// The reader whose columns are found.
    let reader: RowReader
    /// The place in a record of each position of the reader's list; that of the key is not used.
    let places: UnsafeMutablePointer<Int32>
    /// The columns of a record that all positions need.
    let columnCount: Int
    /// The trees of indexes over one column alone, ascending, of all rows, by the column's name.
    let indexes: [String: UInt32]
    /// Rows that were met, and those of them that do not lie on one page or have fewer columns.
    @exclusivity(unchecked) var rows = 0
    @exclusivity(unchecked) var rareRows = 0

    deinit { places.deallocate() }

    /// Reads the schema; nil for a table that is not one of rows under integer keys, with all columns of the reader.
    init?(_ reader: RowReader, _ connection: Connection) throws(StoreError) {
        let name = reader.table.table
        // A name as it stands in statements is a name as it stands in pragmas.
        let columns = try connection.prepare("PRAGMA table_xinfo(\(name))")
        var placeOfColumn: [String: Int32] = [:]
        var hasKey = false
        while try columns.step() {
            // Computed columns are not in records.
            guard columns.integer(6) == 0 else { return nil }
            let column = columns.text(1)
            placeOfColumn[column] = Int32(columns.integer(0))
            if column == "Z_PK" {
                hasKey = columns.integer(5) == 1 && columns.text(2).uppercased() == "INTEGER"
            }
        }
        guard hasKey else { return nil }
        let roots = try connection.prepare("SELECT name, rootpage, type FROM sqlite_schema WHERE tbl_name = ?1")
        roots.bindTextCopy(SQLName.plain(name), 1)
        var root: UInt32?
        var rootOfIndex: [String: UInt32] = [:]
        while try roots.step() {
            let page = UInt32(clamping: roots.integer(1))
            switch roots.text(2) {
            case "table": root = page
            case "index": rootOfIndex[roots.text(0)] = page
            default: continue
            }
        }
        let found = reader.columnNames.compactMap { placeOfColumn[$0] }
        guard let root, root > 0, found.count == reader.columnNames.count, let last = found.max(),
            let indexes = try Self.indexes(name, rootOfIndex, connection)
        else { return nil }
        (self.root, self.reader, self.indexes) = (root, reader, indexes)
        places = .allocate(capacity: found.count)
        places.initialize(from: found, count: found.count)
        columnCount = Int(last) + 1
    }

    private static func indexes(
        _ table: String, _ roots: [String: UInt32], _ connection: Connection
    ) throws(StoreError) -> [String: UInt32]? {
        var found: [String: UInt32] = [:]
        let list = try connection.prepare("PRAGMA index_list(\(table))")
        while try list.step() {
            // The key is an index of its own only where it is not the rows' number, or where rows have none.
            if list.text(3) == "pk" { return nil }
            // Those with a condition do not have all rows.
            guard list.integer(4) == 0, let root = roots[list.text(1)] else { continue }
            let elements = try connection.prepare("PRAGMA index_xinfo(\(SQLName.quoted(list.text(1))))")
            var columns: [String] = []
            var isPlain = true
            while try elements.step() {
                if elements.integer(5) == 0 { continue }
                columns.append(elements.text(2))
                isPlain = isPlain && elements.integer(1) >= 0 && elements.integer(3) == 0
            }
            if isPlain, columns.count == 1 { found[columns[0]] = root }
        }
        return found
    }

    /// Whether most rows lie on one page, so that it is worth while to look for them there.
    var isWorthwhile: Bool { rareRows < 256 || rareRows < rows / 4 }
}
