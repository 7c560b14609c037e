import PolystoreModel
import PolystoreStorage

/// Writes one save inside the open transaction: rows, links, metadata, then the check of what must be unique.
///
/// All conflicts are collected before any is thrown.
struct ChangeApplication {
    let store: SQLiteStore
    let connection: Connection
    /// Whether statements write several rows at once, where there are many.
    let inBatches: Bool
    private var conflicts = StoreConflicts()

    init(_ store: SQLiteStore, _ connection: Connection, inBatches: Bool) {
        self.store = store
        self.connection = connection
        self.inBatches = inBatches
    }

    var context: StoreContext { store.context }

    /// Writes the changes; false when a batch was refused or inserted what it was to update, or does not say which rows it
    /// missed: then the save has to be undone and written row by row.
    mutating func run(_ changes: StoreChanges) throws(StoreError) -> Bool {
        try addPeers()
        for mark in changes.locks { try check(mark) }
        let rebuild =
            context.options.indexRebuilds ? try IndexRebuild(changes, context.schema, connection) : nil
        try rebuild?.drop()
        try delete(changes.deletes)
        let isNeeded = context.schema.tables.contains { $0.columns.contains { $0.entityColumn != nil } }
        var binder = RowBinder(
            externalData: context.externalData, inserted: InsertedEntities(changes.inserts, isNeeded: isNeeded))
        do throws(StoreError) {
            var isWritten = try update(changes.updates, &binder)
            if isWritten { isWritten = try insert(changes.inserts, &binder) }
            store.transaction?.newFiles += binder.newFiles
            guard isWritten else { return false }
        } catch {
            store.transaction?.newFiles += binder.newFiles
            throw error
        }
        try rebuild?.make()
        try raiseMarks(unreservedKeys(changes.inserts))
        try link(changes.links)
        try addPeers()
        try setUser(changes.metadata)
        try setDomain(changes)
        var uniqueness = UniquenessCheck(context, connection)
        conflicts.uniqueness = try uniqueness.run(changes)
        guard conflicts.isEmpty else { throw StoreError(.conflict, conflicts: conflicts) }
        return true
    }

    /// Stores peers that were named since the last time.
    private func addPeers() throws(StoreError) {
        guard let stored = store.transaction?.peerCount else { return }
        let entries = context.peers.entries
        guard entries.count > stored else { return }
        let metadataTables = MetadataTables(connection: connection)
        for index in stored..<entries.count { try metadataTables.add(entries[index], number: index + 1) }
        store.transaction?.peerCount = entries.count
    }

    mutating func conflict(_ root: RootNumber, _ key: Int64, expected: UInt32, found: UInt32) {
        conflicts.versions.append(
            .init(object: ObjectID(store: context.number, root: root, key: key), expected: expected, found: found))
    }

    /// The stored version of a key; 0 when there is no row.
    func version(_ writer: RowWriter, _ key: Int64) throws(StoreError) -> UInt32 {
        let statement = try connection.statement(writer.lookUp)
        defer { connection.finish(statement) }
        statement.bind(key, 1)
        return try statement.step() ? UInt32(truncatingIfNeeded: statement.integer(0)) : 0
    }

    private mutating func check(_ mark: StoreChanges.Mark) throws(StoreError) {
        let writer = try store.rowWriter(for: mark.entity)
        let found = try version(writer, mark.key)
        if found != mark.expectedVersion {
            conflict(mark.entity.rootNumber, mark.key, expected: mark.expectedVersion, found: found)
        }
    }

    private func setDomain(_ changes: StoreChanges) throws(StoreError) {
        if let joint = changes.joint { store.transaction?.joint = joint }
        guard let change = changes.domain else { return }
        try MetadataTables(connection: connection).setEntry(.domain, change.domain)
        store.transaction?.domain = change
    }

    private func setUser(_ entries: [String: String?]) throws(StoreError) {
        guard !entries.isEmpty else { return }
        let metadataTables = MetadataTables(connection: connection)
        var metadata = store.storedMetadata.withLock { $0 }
        if let user = store.transaction?.user { metadata.user = user }
        for (key, value) in entries { metadata.user[key] = value }
        try metadataTables.setPropertyList(metadata, keeping: try metadataTables.propertyList().list)
        store.transaction?.user = metadata.user
    }
}
