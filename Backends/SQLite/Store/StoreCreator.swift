import Foundation
import PolystoreModel
import PolystoreStorage

/// Makes a store's file: complete under a temporary name, put on the disk, then renamed.
struct StoreCreator {
    let opening: StoreOpening
    let files: StoreFiles
    let settings: ConnectionSettings

    /// Makes the store; the caller holds the writer's lock.
    func create() throws(StoreError) {
        try files.make(removing: files.companions) { (path) throws(StoreError) in
            try build(opening.newIdentifier, at: path)
        }
    }

    private func build(_ identifier: UUID, at path: String) throws(StoreError) {
        var settings = settings
        settings.path = path
        let connection = try Connection(.create, settings)
        // A file that has no name yet needs no journal: if its making fails, it is thrown away.
        try connection.run("PRAGMA journal_mode = OFF")
        try connection.run("PRAGMA synchronous = OFF")
        try connection.run("BEGIN IMMEDIATE")
        for statement in SchemaStatements.metadataTables { try connection.run(statement) }
        let numbers = EntityNumbers.assign(opening.model)
        let schema = SchemaBuilder.build(
            opening.model, numbers: numbers, served: opening.entities, joins: opening.placement.joins)
        let metadataTables = MetadataTables(connection: connection)
        for entity in opening.model.entities.sorted(byNumber: { numbers[$0.name] ?? 0 }) {
            try metadataTables.addEntity(entity, numbers)
        }
        try SchemaInstaller(connection: connection, schema: schema, placement: opening.placement).install()
        var metadata = StoreMetadata(identifier: identifier, model: opening.model.description)
        for entity in opening.entities { metadata.entityHashes[entity.name] = entity.versionHashText }
        metadata.homes = opening.homes
        for layout in LayoutPlanner(opening: opening, numbers: numbers).layouts(adding: &metadata) {
            try metadataTables.add(layout)
        }
        try metadataTables.write(metadata, replacing: nil)
        try connection.run(
            "INSERT INTO ZX_WATERMARK (ZX_ID, ZX_COMMIT, ZX_SEAL) VALUES (1, 0, "
                + "\(MetadataTables.seal(MetadataTables.bytes(0))))")
        try connection.run("COMMIT")
        try connection.keepLog()
    }
}
