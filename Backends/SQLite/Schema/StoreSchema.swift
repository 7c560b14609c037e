import PolystoreModel

/// The tables of a store: how the entities that it serves, and the joins that it keeps, lie in SQL.
///
/// Names follow from the model and the entities' numbers alone, so every program finds the same names; which columns
/// are there is read from the file.
final class StoreSchema: Sendable {
    let model: ManagedObjectModel
    /// The number of every entity of the model.
    let numbers: [String: Int]
    let tables: [TableSchema]
    let joins: [JoinSchema]
    let indexes: [IndexSchema]
    private let tableOfRoot: [UInt32: TableSchema]
    private let schemaOfJoin: [ModelJoin: JoinSchema]

    init(
        model: ManagedObjectModel, numbers: [String: Int], tables: [TableSchema], joins: [JoinSchema],
        indexes: [IndexSchema]
    ) {
        self.model = model
        self.numbers = numbers
        self.tables = tables
        self.joins = joins
        self.indexes = indexes
        tableOfRoot = Dictionary(uniqueKeysWithValues: tables.map { ($0.root.rawValue, $0) })
        schemaOfJoin = Dictionary(uniqueKeysWithValues: joins.map { ($0.join, $0) })
    }

    /// The table of a hierarchy; nil when the store does not serve it.
    func table(_ root: RootNumber) -> TableSchema? { tableOfRoot[root.rawValue] }

    /// The table of a join; nil when the store does not keep it.
    func join(_ join: ModelJoin) -> JoinSchema? { schemaOfJoin[join] }
}
