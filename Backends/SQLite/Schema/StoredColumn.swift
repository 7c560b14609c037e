import PolystoreModel

/// Where one property of one entity's rows lies in its table.
struct StoredColumn: Hashable, Sendable {
    /// The column's name.
    let name: String
    /// The property's number, or that of `inverse#order`.
    let key: PropertyKey
    /// How the value lies in rows.
    let kind: SlotKind
    /// Our column beside it: exact bytes of a decimal, length and checksum of long data, the peer of a reference.
    var companion: String?
    /// The column with the target's entity number, of a reference to an entity that has subentities.
    var entityColumn: String?
    /// The entity that a reference leads to.
    var destination: String?
    /// Whether a value of the column begins with a byte that says whether it lies in a file.
    var isExternal = false
    /// Whether a companion holds a peer only because other openings of the store need it.
    var sqlType: String {
        switch kind {
        case .boolean, .integer16, .integer32, .integer64, .orderKey, .reference, .objectReference: "INTEGER"
        case .float, .double: "FLOAT"
        case .date: "TIMESTAMP"
        case .decimal: "DECIMAL"
        case .string, .uri: "VARCHAR"
        case .uuid, .binary, .transformable: "BLOB"
        }
    }

    /// The type of our column.
    var companionType: String { kind == .decimal ? "BLOB" : "INTEGER" }
}
