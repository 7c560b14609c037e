import Foundation
import PolystoreModel
import PolystoreStorage

/// The shared context of the parts of an open store: fixed while it is open.
final class StoreContext: Sendable {
    let opening: StoreOpening
    let options: SQLiteOptions
    let files: StoreFiles
    let identifier: UUID
    let number: StoreNumber
    let schema: StoreSchema
    let present: PresentColumns
    let layouts: LayoutTable
    let peers: PeerTable
    let externalData: ExternalDataFolder
    /// The shapes of planned queries.
    let shapes = SQLShapeTable()
    /// The concrete entities that the store serves.
    let served: Set<ModelEntity>
    private let readers: [UInt32: RowReader]

    init(
        opening: StoreOpening, options: SQLiteOptions, files: StoreFiles, identifier: UUID, schema: StoreSchema,
        present: PresentColumns, layouts: LayoutTable, peers: PeerTable
    ) {
        self.opening = opening
        self.options = options
        self.files = files
        self.identifier = identifier
        number = StoreNumber(interning: identifier)
        self.schema = schema
        self.present = present
        self.layouts = layouts
        self.peers = peers
        let externalData = ExternalDataFolder(files: files)
        self.externalData = externalData
        served = Set(opening.entities)
        var readers: [UInt32: RowReader] = [:]
        for table in schema.tables {
            let entities = opening.entities.filter { $0.rootNumber == table.root }.map(\.name)
            readers[table.root.rawValue] = RowReader(
                table, entities: entities, layouts: layouts, present: present.columns(of: table.table),
                externalData: externalData)
        }
        self.readers = readers
    }

    /// The reader of all entities of a hierarchy that the store serves; nil when it serves none.
    func reader(_ root: RootNumber) -> RowReader? { readers[root.rawValue] }

    /// A reader of some entities of a hierarchy: fewer columns where they are fewer entities.
    func reader(_ root: RootNumber, entities: [ModelEntity]) -> RowReader? {
        guard let all = reader(root) else { return nil }
        let count = served.count { $0.rootNumber == root }
        if entities.count == count { return all }
        return RowReader(
            all.table, entities: entities.map(\.name), layouts: layouts, present: present.columns(of: all.table.table),
            externalData: externalData)
    }

    /// Whether all objects of an entity live in this store and nowhere else.
    func isOnlyHome(of entity: ModelEntity) -> Bool {
        entity.concreteFamily.allSatisfy { concrete in
            served.contains(concrete) && (opening.homes[concrete.name]?.count ?? 1) <= 1
        }
    }

    /// Names the store in an error.
    func named(_ error: StoreError) -> StoreError {
        var error = error
        if error.details[.store] == nil { error.details[.store] = opening.name }
        if error.details[.path] == nil { error.details[.path] = files.path }
        return error
    }
}
