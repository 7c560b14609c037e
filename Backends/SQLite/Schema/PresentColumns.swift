import PolystoreStorage

/// The columns that the tables of a file have.
struct PresentColumns: Sendable {
    private var columns: [String: Set<String>] = [:]

    /// Reads the columns of every table.
    init(_ connection: Connection) throws(StoreError) {
        let statement = try connection.prepare(
            "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'")
        while try statement.step() { columns[statement.text(0), default: []].insert(statement.text(1)) }
    }

    /// The columns of a table whose name is given as in a statement; empty when there is no such table.
    func columns(of table: String) -> Set<String> { columns[PresentColumns.plain(table)] ?? [] }

    func hasTable(_ table: String) -> Bool { columns[PresentColumns.plain(table)] != nil }

    /// A quoted name as it is.
    private static func plain(_ name: String) -> String {
        name.hasPrefix("\"") ? String(name.dropFirst().dropLast()).replacing("\"\"", with: "\"") : name
    }
}
