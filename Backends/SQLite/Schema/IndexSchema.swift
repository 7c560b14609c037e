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
    /// Whether Core Data itself makes the index, for references and entities: it says nothing of orders there.
    var isImplicit = false

    /// The statement that makes the index.
    var sql: String {
        let list = elements.map { element in
            let order = isImplicit ? "" : " COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")"
            return SQLName.quoted(element.column) + order
        }
        return "CREATE INDEX \(SQLName.quoted(name)) ON \(table) (\(list.joined(separator: ", ")))"
            + (condition.map { " WHERE \($0)" } ?? "")
    }
}
