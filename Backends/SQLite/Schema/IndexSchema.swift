/// An index of a table.
struct IndexSchema: Hashable, Sendable {
    /// One column of an index.
    struct Element: Hashable, Sendable {
        let column: String
        var isAscending = true
    }

    let name: String
    let table: String
    let elements: [Element]
    /// The condition of a partial index.
    var condition: String?

    /// The statement that makes the index.
    var sql: String {
        let list = elements.map { "\(SQLName.quoted($0.column)) COLLATE BINARY \($0.isAscending ? "ASC" : "DESC")" }
        return "CREATE INDEX \(SQLName.quoted(name)) ON \(table) (\(list.joined(separator: ", ")))"
            + (condition.map { " WHERE \($0)" } ?? "")
    }
}
