import PolystoreModel

/// The table of one entity hierarchy.
final class TableSchema: Sendable {
    let root: RootNumber
    let rootName: String
    /// The table's name, quoted where it must be.
    let table: String
    /// The numbers of the hierarchy's entities, by name.
    let numbers: [String: Int]
    /// All columns for properties, in the order of the table.
    let columns: [StoredColumn]
    /// The columns of each entity's rows, own and inherited, by property.
    let columnsByEntity: [String: [PropertyKey: StoredColumn]]

    init(
        root: RootNumber, rootName: String, table: String, numbers: [String: Int], columns: [StoredColumn],
        columnsByEntity: [String: [PropertyKey: StoredColumn]]
    ) {
        self.root = root
        self.rootName = rootName
        self.table = table
        self.numbers = numbers
        self.columns = columns
        self.columnsByEntity = columnsByEntity
    }

    /// The root's number, whose row in `Z_PRIMARYKEY` carries the mark of the whole table.
    var rootEntityNumber: Int { numbers[rootName] ?? 0 }

    /// The column of a property of an entity.
    func column(_ key: PropertyKey, of entity: String) -> StoredColumn? { columnsByEntity[entity]?[key] }
}
