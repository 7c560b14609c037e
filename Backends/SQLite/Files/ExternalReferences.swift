import PolystoreStorage

/// Which files of external data the rows of a database name.
enum ExternalReferences {
    /// Looks at each column of bytes of every table, whatever a model says of it: a file without a reference is
    /// removed.
    ///
    /// - Complexity: A scan of each table that has such a column.
    static func names(_ connection: Connection) throws(StoreError) -> Set<String> {
        let columns = try connection.prepare(
            """
            SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
            WHERE tables.type = 'table' AND tables.name GLOB 'Z*' AND columns.type = 'BLOB'
            """)
        var names: Set<String> = []
        while try columns.step() {
            let (table, column) = (SQLName.quoted(columns.text(0)), SQLName.quoted(columns.text(1)))
            let values = try connection.prepare(
                "SELECT \(column) FROM \(table) WHERE length(\(column)) BETWEEN 2 AND 66")
            while try values.step() {
                let bytes = values.bytes(0)
                // A file's name ends with the column; other bytes may begin like one.
                if case .file(let name) = ExternalValue(bytes), bytes.count == name.utf8.count + 2 {
                    names.insert(name)
                }
            }
        }
        return names
    }
}
