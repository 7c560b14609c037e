import CPolystoreSQLite
import Foundation
import PolystoreModel
import PolystoreStorage

/// Opens a store, or makes it: everything between a URL and a store that can be used.
struct StoreOpener {
    let opening: StoreOpening
    let options: SQLiteOptions
    let files: StoreFiles
    /// The name of the engine's file system; nil for the system's own.
    var fileSystem: String?
    /// The bytes of the log at which it is copied back; nil for what is good for most.
    var logLimit: Int?

    /// The least version of the engine, as `sqlite3_libversion_number` gives it.
    static let leastEngineVersion: Int32 = 3_037_000

    init(_ opening: StoreOpening) throws(StoreError) {
        self.opening = opening
        options = try SQLiteOptions(opening.options, store: opening.name)
        files = try StoreFiles(opening.url, store: opening.name)
        guard sqlite3_libversion_number() >= Self.leastEngineVersion else {
            throw StoreError(
                .unsupported,
                [
                    .store: opening.name, .expected: "SQLite 3.37 or newer",
                    .found: String(cString: sqlite3_libversion()),
                ])
        }
    }

    var settings: ConnectionSettings {
        var settings = ConnectionSettings(
            store: opening.name, path: files.path,
            busyTimeout: Int32(
                clamping: opening.lockTimeout.components.seconds * 1000
                    + opening.lockTimeout.components.attoseconds / 1_000_000_000_000_000),
            cacheSize: options.writerCacheSize, memoryMap: options.memoryMap, fileSystem: fileSystem,
            trace: opening.trace)
        if let logLimit { settings.logLimit = logLimit }
        return settings
    }

    func open() throws(StoreError) -> SQLiteStore {
        do throws(StoreError) {
            return try opening.access == .readOnly ? openForReading() : openForWriting()
        } catch {
            var error = error
            if error.details[.store] == nil { error.details[.store] = opening.name }
            throw error
        }
    }

    private func openForWriting() throws(StoreError) -> SQLiteStore {
        guard !OpenFileRegistry.isOpen(files.path) else {
            throw StoreError(.alreadyOpen, [.store: opening.name, .path: files.path])
        }
        let exists = SystemFile.exists(files.path)
        guard exists || opening.creates else { throw files.missing }
        try SystemFile.makeFolders(files.folder)
        let lock = try WriterLock.take(files.lock, of: files.path, store: opening.name, timeout: opening.lockTimeout)
        if !SystemFile.exists(files.path) {
            // The former holder of the lock may have removed the store.
            guard opening.creates else { throw files.missing }
            try StoreCreator(opening: opening, files: files, settings: settings).create()
        }
        let entry = try enter()
        let connection = try connection(.write, entry)
        let prepared = try prepare(connection)
        let context = prepared.context
        // One that another program has copied may have none.
        try connection.keepLog()
        // Orphans may be what another process copies; the next opening removes them.
        if !entry.claim.areFilesKept {
            try ExternalDataCleanup(folder: context.externalData, connection: connection).run()
        }
        return try SQLiteStore(
            context: context, writer: connection, metadata: prepared.metadata, entry: entry, lock: lock,
            readMode: .read)
    }

    private func openForReading() throws(StoreError) -> SQLiteStore {
        guard SystemFile.exists(files.path) else { throw files.missing }
        let entry = try enter()
        // Where nothing can be made beside the file, and no log is waiting, no process writes it.
        let hasLog = (SystemFile.size(files.path + "-wal") ?? 0) > 0
        let isClosed = !hasLog && !SystemFile.isWritable(files.folder)
        let mode: ConnectionMode = isClosed ? .readUnchanging : .read
        let connection = try connection(mode, entry)
        let prepared = try prepare(connection)
        return try SQLiteStore(
            context: prepared.context, writer: connection, metadata: prepared.metadata, entry: entry, lock: nil,
            readMode: mode)
    }

    private func enter() throws(StoreError) -> OpenFileRegistry.Entry {
        try OpenFileRegistry.enter(
            files.path, store: opening.name, writes: opening.access == .readWrite, timeout: opening.lockTimeout)
    }

    /// The first connection to a file that was entered.
    private func connection(
        _ mode: ConnectionMode, _ entry: OpenFileRegistry.Entry
    ) throws(StoreError) -> Connection {
        try FileHeader.check(entry.claim, store: opening.name)
        var settings = settings
        settings.claim = entry.claim
        return try Connection(mode, settings)
    }

    private struct Prepared {
        let context: StoreContext
        let metadata: StoreMetadata
    }

    /// Checks format, UUID and model, and brings tables, layouts and metadata to what the opening needs.
    private func prepare(_ connection: Connection) throws(StoreError) -> Prepared {
        let metadataTables = MetadataTables(connection: connection)
        do throws(StoreError) {
            try metadataTables.checkFormat()
        } catch  where error.code == .foreign && error.details[.reason] == nil {
            throw StoreError(.foreign, [.path: files.path, .reason: "not an SQLite database"])
        }
        var metadata = try metadataTables.metadata()
        let stored = metadata
        try checkModel(stored)
        if opening.openIdentifiers.contains(metadata.identifier) {
            guard opening.opensAsCopy, opening.access == .readWrite else {
                throw StoreError(
                    .duplicateIdentifier, [.path: files.path, .found: metadata.identifier.uuidString])
            }
            metadata.identifier = UUID()
        }
        let numbers = EntityNumbers.assign(opening.model, keeping: try metadataTables.entityNumbers())
        let schema = SchemaBuilder.build(
            opening.model, numbers: numbers, served: opening.entities, joins: opening.placement.joins)
        try checkTables(schema, stored, connection)
        let layouts = LayoutPlanner(opening: opening, numbers: numbers).layouts(adding: &metadata)
        metadata.model = opening.model.description
        for entity in opening.entities { metadata.entityHashes[entity.name] = entity.versionHashText }
        if !opening.homes.isEmpty { metadata.homes = opening.homes }
        let installer = SchemaInstaller(connection: connection, schema: schema, placement: opening.placement)
        let isKnown = servedBefore(stored)
        if isKnown { try checkKnownTables(installer) }
        if opening.access == .readWrite {
            try update(metadataTables, installer, metadata, stored, numbers)
        } else {
            // What an index finds is found without it.
            let missing = try installer.missing().statements
                .filter { !$0.contains(/^(CREATE|CREATE UNIQUE|DROP) INDEX/) }
            guard missing.isEmpty else {
                let reason =
                    isKnown ? "columns or triggers are missing" : "tables are missing that would have to be made"
                throw StoreError(isKnown ? .damaged : .readOnly, [.path: files.path, .reason: reason])
            }
        }
        let peers = PeerTable(metadata.peers)
        let store = StoreNumber(interning: metadata.identifier)
        let model = opening.model
        let table = LayoutTable(
            layouts.map { descriptor in
                RowLayout(
                    descriptor, entity: model.entity(named: descriptor.entity), store: store,
                    root: RootNumber(interning: descriptor.root), peers: peers)
            })
        let context = StoreContext(
            opening: opening, options: options, files: files, identifier: metadata.identifier, schema: schema,
            present: try PresentColumns(connection), layouts: table, peers: peers)
        return Prepared(context: context, metadata: metadata)
    }

    /// Writes what is new, in one transaction.
    private func update(
        _ metadataTables: MetadataTables, _ installer: SchemaInstaller, _ metadata: StoreMetadata,
        _ stored: StoreMetadata,
        _ numbers: [String: Int]
    ) throws(StoreError) {
        let connection = metadataTables.connection
        try connection.run("PRAGMA synchronous = FULL")
        try connection.run("BEGIN IMMEDIATE")
        do throws(StoreError) {
            let known = try metadataTables.entityNumbers()
            for entity in opening.model.entities where known[entity.name] == nil {
                try metadataTables.addEntity(entity, numbers)
            }
            try installer.install()
            for layout in metadata.layouts.dropFirst(stored.layouts.count) { try metadataTables.add(layout) }
            try metadataTables.write(metadata, replacing: stored)
            try KeyMarks(connection: connection, schema: installer.schema).raise()
            try connection.run("COMMIT")
        } catch {
            // The first error is the one to report; what was begun ends with the connection.
            throw error
        }
    }

    /// Whether the store served these entities with these homes before, so that it has all that it needs.
    private func servedBefore(_ stored: StoreMetadata) -> Bool {
        !stored.homes.isEmpty && stored.homes == opening.homes
            && opening.entities.allSatisfy { stored.entityHashes[$0.name] != nil }
    }

    /// Makes sure that no table is missing that the store was made with: what is gone must not be made anew.
    private func checkKnownTables(_ installer: SchemaInstaller) throws(StoreError) {
        guard let missing = try installer.missing().statements.first(where: { $0.hasPrefix("CREATE TABLE") })
        else { return }
        let name = missing.split(separator: " ").dropFirst(2).first.map(String.init) ?? missing
        throw StoreError(.damaged, [.path: files.path, .reason: "the table \(name) is missing"])
    }

    /// Makes sure that every table is there that rows were ever written to: one that is gone must not be made anew,
    /// empty.
    private func checkTables(
        _ schema: StoreSchema, _ stored: StoreMetadata, _ connection: Connection
    ) throws(StoreError) {
        let present = try PresentColumns(connection)
        let roots = Set(stored.layouts.map(\.root))
        for table in schema.tables where roots.contains(table.rootName) && !present.hasTable(table.table) {
            throw StoreError(
                .damaged, [.path: files.path, .entity: table.rootName, .reason: "the table \(table.table) is missing"])
        }
    }
}
