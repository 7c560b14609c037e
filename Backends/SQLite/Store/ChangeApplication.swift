import CPolystoreSQLite
import PolystoreModel
import PolystoreStorage
import Synchronization

/// Writes one save inside the open transaction: rows, links, metadata, then the check of what must be unique.
///
/// All conflicts are collected before any is thrown.
struct ChangeApplication {
    let store: SQLiteStore
    let connection: Connection
    private var conflicts = StoreConflicts()

    init(_ store: SQLiteStore, _ connection: Connection) {
        self.store = store
        self.connection = connection
    }

    private var context: StoreContext { store.context }

    mutating func run(_ changes: StoreChanges) throws(StoreError) {
        try addPeers()
        for mark in changes.locks { try check(mark) }
        try delete(changes.deletes)
        let isNeeded = context.schema.tables.contains { $0.columns.contains { $0.entityColumn != nil } }
        var binder = RowBinder(
            externalData: context.externalData, inserted: InsertedEntities(changes.inserts, isNeeded: isNeeded))
        do {
            try update(changes.updates, &binder)
            try insert(changes.inserts, &binder)
            store.transaction?.newFiles += binder.newFiles
        } catch {
            store.transaction?.newFiles += binder.newFiles
            throw error
        }
        try raiseMarks(unreservedKeys(changes.inserts))
        try link(changes.links)
        try addPeers()
        try setUser(changes.metadata)
        var uniqueness = UniquenessCheck(context, connection)
        conflicts.uniqueness = try uniqueness.run(changes)
        guard conflicts.isEmpty else { throw StoreError(.conflict, conflicts: conflicts) }
    }

    /// The highest key of each hierarchy among those that this store did not give out, as those of a copied graph are.
    ///
    /// The usual save has none. The rows come sorted by entity and key.
    private func unreservedKeys(_ rows: [StoreChanges.Row]) -> [RootNumber: Int64] {
        var highest: [RootNumber: Int64] = [:]
        var end = rows.count
        while end > 0 {
            // The last row of an entity has its highest key, and most saves insert objects of one.
            let last = rows[end - 1].view
            let (root, key) = (last.layout.root, last.key)
            if key >= store.reserved[root.rawValue]?.upperBound ?? 0 { highest[root] = max(highest[root] ?? key, key) }
            if rows[0].view.isLaidOut(by: last.layout) { break }
            repeat { end -= 1 } while end > 0 && rows[end - 1].view.isLaidOut(by: last.layout)
        }
        return highest
    }

    /// Remembers keys that were not reserved here, so that the next reservation goes beyond them although their rows may be
    /// gone by then, and raises the marks below them.
    private func raiseMarks(_ highest: [RootNumber: Int64]) throws(StoreError) {
        if highest.isEmpty { return }
        let marks = KeyMarks(connection: connection, schema: context.schema)
        for (root, key) in highest {
            store.unreservedKeys[root.rawValue] = max(store.unreservedKeys[root.rawValue] ?? 0, key)
            guard let table = context.schema.table(root), try marks.mark(table) < key else { continue }
            try marks.setMark(table, key)
        }
    }

    /// Stores peers that were named since the last time.
    private func addPeers() throws(StoreError) {
        guard let stored = store.transaction?.peerCount else { return }
        let entries = context.peers.entries
        guard entries.count > stored else { return }
        let bookkeeping = Bookkeeping(connection: connection)
        for index in stored..<entries.count { try bookkeeping.add(entries[index], number: index + 1) }
        store.transaction?.peerCount = entries.count
    }

    private mutating func conflict(_ root: RootNumber, _ key: Int64, expected: UInt32, found: UInt32) {
        conflicts.versions.append(
            .init(object: ObjectID(store: context.number, root: root, key: key), expected: expected, found: found))
    }

    /// The stored version of a key; 0 when there is no row.
    private func version(_ writer: RowWriter, _ key: Int64) throws(StoreError) -> UInt32 {
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

    private mutating func delete(_ marks: [StoreChanges.Mark]) throws(StoreError) {
        var index = 0
        while index < marks.count {
            let entity = marks[index].entity
            let writer = try store.rowWriter(for: entity)
            let statement = try connection.statement(writer.delete)
            defer { connection.finish(statement) }
            while index < marks.count, marks[index].entity === entity {
                let key = marks[index].key
                if let shape = writer.externalFiles { try retireFiles(shape, key) }
                statement.bind(key, 1)
                statement.bind(Int64(marks[index].expectedVersion), 2)
                try statement.run()
                let count = connection.changeCount
                statement.reset()
                if count != 1 { try deleteOther(marks[index], writer) }
                index += 1
            }
        }
    }

    /// Deletes a row whose version is missing, as another program may write it, or notes the conflict.
    private mutating func deleteOther(_ mark: StoreChanges.Mark, _ writer: RowWriter) throws(StoreError) {
        let found = try version(writer, mark.key)
        guard found == mark.expectedVersion, found != 0 else {
            conflict(mark.entity.rootNumber, mark.key, expected: mark.expectedVersion, found: found)
            return
        }
        try connection.run("DELETE FROM \(writer.table.table) WHERE Z_PK = \(mark.key)")
    }

    /// Notes the files that a row names, to be removed when no snapshot sees them.
    private func retireFiles(_ shape: SQLShape, _ key: Int64) throws(StoreError) {
        let statement = try connection.statement(shape)
        defer { connection.finish(statement) }
        statement.bind(key, 1)
        guard try statement.step() else { return }
        for column in 0..<statement.columnCount {
            if case .file(let name) = ExternalValue(statement.bytes(column)) {
                store.transaction?.retiredFiles.append(name)
            }
        }
    }

    private mutating func insert(_ rows: [StoreChanges.Row], _ binder: inout RowBinder) throws(StoreError) {
        var index = 0
        while index < rows.count {
            let layout = rows[index].view.layout
            let writer = try store.rowWriter(layout)
            let statement = try connection.statement(writer.insert)
            defer { connection.finish(statement) }
            statement.bind(Int64(layout.descriptor.entityNumber), 2)
            while index < rows.count {
                let row = rows[index].view
                guard row.isLaidOut(by: layout) else { break }
                index += 1
                statement.bind(row.key, 1)
                statement.bind(Int64(row.version), 3)
                statement.bind(RowSeal.seal(row), 4)
                try binder.bindAll(row, writer, to: statement)
                let code = statement.stepForCode()
                statement.reset()
                if code == SQLITE_DONE { continue }
                guard code & 0xFF == SQLITE_CONSTRAINT else { throw connection.error(code, sql: true) }
                conflict(layout.root, row.key, expected: 0, found: try version(writer, row.key))
            }
        }
    }

    private mutating func update(_ rows: [StoreChanges.Row], _ binder: inout RowBinder) throws(StoreError) {
        var index = 0
        while index < rows.count {
            let layout = rows[index].view.layout
            let writer = try store.rowWriter(layout)
            let shape = updateShape(rows[index])
            let changed = rows[index].changed
            let statement = try connection.statement(writer.update(shape))
            defer { connection.finish(statement) }
            let retires = writer.externalFiles != nil && shape.writesExternal(writer)
            while index < rows.count {
                let row = rows[index].view
                guard row.isLaidOut(by: layout), rows[index].changed == changed,
                    !layout.mayDefer || updateShape(rows[index]) == shape
                else { break }
                if retires { try retireReplaced(shape, writer, row) }
                try bindUpdate(row, from: rows[index].expectedVersion, writer, shape, &binder, statement)
                try statement.run()
                let count = connection.changeCount
                statement.reset()
                if count != 1 { try repair(rows[index], writer, &binder) }
                index += 1
            }
        }
    }

    /// What an update writes: the changed slots, except data that stays out of the row, which is as it is stored.
    private func updateShape(_ change: StoreChanges.Row) -> UpdateShape {
        var shape = UpdateShape(slots: change.changed)
        let row = change.view
        guard row.layout.mayDefer else { return shape }
        change.changed.forEach { index in
            if row.deferredData(row.layout.slots[index]) != nil { shape.slots.remove(index) }
        }
        return shape
    }

    private func bindUpdate(
        _ row: RowView, from version: UInt32, _ writer: RowWriter, _ shape: UpdateShape,
        _ binder: inout RowBinder, _ statement: Statement
    ) throws(StoreError) {
        statement.bind(Int64(row.version), 1)
        statement.bind(RowSeal.seal(row), 2)
        statement.bind(row.key, 3)
        statement.bind(Int64(version), 4)
        try binder.bind(row, writer, shape, to: statement)
    }

    /// Writes every column of a row that another layout sealed or another program edited, or notes the conflict.
    private mutating func repair(
        _ change: StoreChanges.Row, _ writer: RowWriter, _ binder: inout RowBinder
    ) throws(StoreError) {
        let row = change.view
        let found = try version(writer, row.key)
        guard found == change.expectedVersion, found != 0 else {
            conflict(row.layout.root, row.key, expected: change.expectedVersion, found: found)
            return
        }
        var shape = UpdateShape(slots: SlotSet(all: row.layout), isRepair: true)
        for (index, slot) in row.layout.slots.enumerated() where row.deferredData(slot) != nil {
            shape.slots.remove(index)
            shape.companions.insert(index)
        }
        let statement = try connection.statement(writer.update(shape))
        defer { connection.finish(statement) }
        try bindUpdate(row, from: change.expectedVersion, writer, shape, &binder, statement)
        try statement.run()
        if connection.changeCount != 1 {
            conflict(row.layout.root, row.key, expected: change.expectedVersion, found: found)
        }
    }

    /// Notes the files of the external data that an update replaces.
    private func retireReplaced(_ shape: UpdateShape, _ writer: RowWriter, _ row: RowView) throws(StoreError) {
        guard let files = writer.externalFiles else { return }
        let statement = try connection.statement(files)
        defer { connection.finish(statement) }
        statement.bind(row.key, 1)
        guard try statement.step() else { return }
        var column: Int32 = 0
        for (index, step) in writer.steps.enumerated() where step.column.isExternal {
            if shape.slots.contains(index), case .file(let name) = ExternalValue(statement.bytes(column)) {
                store.transaction?.retiredFiles.append(name)
            }
            column += 1
        }
    }

    private func link(_ changes: [LinkChange]) throws(StoreError) {
        for change in changes {
            guard let schema = context.schema.join(change.join) else {
                throw StoreError(
                    .unsupported, [.property: change.join.name, .reason: "the store does not keep the join"])
            }
            let hasPeers = context.present.columns(of: schema.table).contains(schema.sourcePeer)
            let sql =
                change.kind == .put
                ? JoinStatements.put(schema, hasPeers: hasPeers) : JoinStatements.remove(schema, hasPeers: hasPeers)
            let source = peer(change.source, change.join.forward.entity.rootNumber)
            let target = peer(change.target, change.join.forward.destination.rootNumber)
            guard hasPeers || (source == 0 && target == 0) else {
                throw StoreError(
                    .unsupported, [.property: change.join.name, .reason: "a pair may not leave the store"])
            }
            let statement = try connection.statement(context.shapes.shape(sql))
            defer { connection.finish(statement) }
            statement.bind(change.source.key, 1)
            statement.bind(change.target.key, 2)
            if change.kind == .put {
                if let order = change.targetOrder { statement.bind(order, 3) } else { statement.bindNull(3) }
                if let order = change.sourceOrder { statement.bind(order, 4) } else { statement.bindNull(4) }
            }
            if hasPeers {
                statement.bind(Int64(source), 5)
                statement.bind(Int64(target), 6)
            }
            try statement.run()
        }
    }

    private func peer(_ object: ObjectID, _ root: RootNumber) -> UInt32 {
        if object.store == context.number, object.root == root { return 0 }
        return context.peers.number(of: object.store, object.root)
    }

    private func setUser(_ entries: [String: String?]) throws(StoreError) {
        guard !entries.isEmpty else { return }
        let bookkeeping = Bookkeeping(connection: connection)
        var metadata = store.storedMetadata.withLock { $0 }
        if let user = store.transaction?.user { metadata.user = user }
        for (key, value) in entries { metadata.user[key] = value }
        try bookkeeping.setPropertyList(metadata, keeping: try bookkeeping.propertyList().list)
        store.transaction?.user = metadata.user
    }
}

extension UpdateShape {
    /// Whether the update writes an attribute with external storage.
    func writesExternal(_ writer: RowWriter) -> Bool {
        writer.steps.indices.contains { slots.contains($0) && writer.steps[$0].column.isExternal }
    }
}
