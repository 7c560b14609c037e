import PolystoreModel
import PolystoreStorage

/// Checks all that a snapshot shows: the engine's pages and indexes, every row's seal, every reference and pair.
struct SnapshotCheck {
    private let context: StoreContext
    private let connection: Connection
    private var summary = StoreCheck.Summary()

    init(_ context: StoreContext, _ connection: Connection) {
        self.context = context
        self.connection = connection
    }

    mutating func run(_ visit: (StoreCheck.Finding) -> Void) throws(StoreError) -> StoreCheck.Summary {
        try checkPages(visit)
        for table in context.schema.tables { try checkRows(table, visit) }
        for table in context.schema.tables { try checkReferences(table, visit) }
        for join in context.schema.joins { try checkPairs(join, visit) }
        return summary
    }

    private func checkPages(_ visit: (StoreCheck.Finding) -> Void) throws(StoreError) {
        let statement = try connection.prepare("PRAGMA integrity_check(100)")
        while try statement.step() {
            let text = statement.text(0)
            if text != "ok" {
                let isIndex = text.contains("index")
                visit(.init(isIndex ? .indexMismatch : .damage, [.path: context.files.path, .reason: text]))
            }
        }
    }

    /// Reads every row by itself, so that one that is damaged does not hide the next.
    private mutating func checkRows(
        _ table: TableSchema, _ visit: (StoreCheck.Finding) -> Void
    ) throws(StoreError) {
        guard let reader = context.reader(table.root) else { return }
        let statement = try connection.prepare("SELECT \(reader.columnList) FROM \(table.table) t0")
        let builder = RowBatchBuilder(layouts: context.layouts)
        while try statement.step() {
            do throws(StoreError) {
                guard try reader.read(statement, into: builder) else { continue }
            } catch {
                visit(.init(.damage, error.details))
                continue
            }
            for batch in builder.takeBatches() {
                for row in batch {
                    summary.rows += 1
                    summary.rowsByEntity[row.layout.descriptor.entity, default: 0] += 1
                    if statement.isNull(3) {
                        visit(
                            .init(
                                .editedOutside,
                                [.entity: row.layout.descriptor.entity, .object: row.objectID.description]))
                    }
                    try checkData(row, reader, visit)
                    countOutgoing(row)
                }
            }
        }
    }

    private mutating func countOutgoing(_ row: RowView) {
        for slot in row.layout.slots where slot.hasPeer && !row.isMissing(slot) && row.referencePeer(slot) != 0 {
            if let object = row.reference(slot) { summary.outgoing[object, default: 0] += 1 }
        }
    }

    /// Reads the data that a row keeps out.
    private func checkData(
        _ row: RowView, _ reader: RowReader, _ visit: (StoreCheck.Finding) -> Void
    ) throws(StoreError) {
        for slot in row.layout.slots {
            guard let expected = row.deferredData(slot),
                let column = reader.table.column(slot.key, of: row.layout.descriptor.entity)
            else { continue }
            let details: ErrorDetails = [
                .entity: row.layout.descriptor.entity, .property: slot.key.name, .object: row.objectID.description,
            ]
            let statement = try connection.prepare(
                "SELECT \(SQLName.quoted(column.name)) FROM \(reader.table.table) WHERE Z_PK = ?1")
            statement.bind(row.key, 1)
            guard try statement.step() else { continue }
            do throws(StoreError) {
                guard try matches(statement.bytes(0), expected, column, slot.key) else {
                    visit(.init(.damage, details))
                    continue
                }
            } catch {
                visit(.init(.damage, details))
            }
        }
    }

    private func matches(
        _ bytes: UnsafeRawBufferPointer, _ expected: DeferredData, _ column: StoredColumn, _ property: PropertyKey
    ) throws(StoreError) -> Bool {
        guard column.isExternal else { return expected.matches(bytes) }
        switch ExternalValue(bytes) {
        case .inline(let value): return expected.matches(value)
        case .file(let name):
            let data = try context.externalData.read(name, property: property)
            return data.withUnsafeBytes { expected.matches($0) }
        case nil: return false
        }
    }

    /// Finds references inside the store whose target is not there.
    private func checkReferences(
        _ table: TableSchema, _ visit: (StoreCheck.Finding) -> Void
    ) throws(StoreError) {
        let present = context.present.columns(of: table.table)
        for column in table.columns where column.kind == .reference {
            guard let destination = column.destination.flatMap(context.schema.model.entity(named:)),
                let target = context.schema.table(destination.rootNumber)
            else { continue }
            let name = SQLName.quoted(column.name)
            var condition = "s.\(name) IS NOT NULL"
            if let companion = column.companion, present.contains(companion) {
                condition += " AND ifnull(s.\(SQLName.quoted(companion)), 0) = 0"
            }
            let statement = try connection.prepare(
                "SELECT s.Z_PK FROM \(table.table) s WHERE \(condition) "
                    + "AND NOT EXISTS (SELECT 1 FROM \(target.table) d WHERE d.Z_PK = s.\(name))")
            while try statement.step() {
                let object = ObjectID(store: context.number, root: table.root, key: statement.integer(0))
                visit(
                    .init(
                        .danglingReference,
                        [.entity: table.rootName, .property: column.key.name, .object: object.description]))
            }
        }
    }

    /// Counts the pairs of a join, and finds those whose ends are not there.
    private mutating func checkPairs(
        _ join: JoinSchema, _ visit: (StoreCheck.Finding) -> Void
    ) throws(StoreError) {
        let hasPeers = context.present.columns(of: join.table).contains(join.sourcePeer)
        summary.links += Int(try connection.integer("SELECT count(*) FROM \(join.table)") ?? 0)
        let sides = [
            (join.source, join.sourcePeer, join.join.forward.entity),
            (join.target, join.targetPeer, join.join.forward.destination),
        ]
        for (column, peer, entity) in sides {
            let name = SQLName.quoted(column)
            if hasPeers { try countOutgoing(join, name, peer) }
            guard let table = context.schema.table(entity.rootNumber) else { continue }
            let statement = try connection.prepare(
                "SELECT j.\(name) FROM \(join.table) j WHERE NOT EXISTS "
                    + "(SELECT 1 FROM \(table.table) d WHERE d.Z_PK = j.\(name))"
                    + (hasPeers ? " AND j.\(peer) = 0" : ""))
            while try statement.step() {
                let object = ObjectID(store: context.number, root: entity.rootNumber, key: statement.integer(0))
                visit(
                    .init(
                        .danglingReference,
                        [.entity: entity.name, .property: join.join.name, .object: object.description]))
            }
        }
    }

    private mutating func countOutgoing(_ join: JoinSchema, _ name: String, _ peer: String) throws(StoreError) {
        let statement = try connection.prepare("SELECT \(name), \(peer) FROM \(join.table) WHERE \(peer) <> 0")
        while try statement.step() {
            guard let target = context.peers.target(of: UInt32(truncatingIfNeeded: statement.integer(1))) else {
                throw StoreError(.damaged, [.property: join.join.name, .reason: "a pair names an unknown peer"])
            }
            let object = ObjectID(store: target.store, root: target.root, key: statement.integer(0))
            summary.outgoing[object, default: 0] += 1
        }
    }
}
