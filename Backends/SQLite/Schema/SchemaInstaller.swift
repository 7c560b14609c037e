import PolystoreModel
import PolystoreStorage

/// Brings the tables of a file to what a schema needs: makes what is missing, and takes nothing away.
struct SchemaInstaller {
    let connection: Connection
    let schema: StoreSchema
    let placement: StorePlacement

    /// The missing parts of a file.
    struct Changes {
        var statements: [String] = []
        var isEmpty: Bool { statements.isEmpty }
    }

    /// The statements that would bring the file to the schema.
    func missing() throws(StoreError) -> Changes {
        let present = try PresentColumns(connection)
        let known = try definitions()
        var changes = Changes()
        for table in schema.tables { addTable(table, present, known, &changes) }
        for join in schema.joins { addJoin(join, present, &changes) }
        for index in schema.indexes where known[index.name] != index.sql {
            if known[index.name] != nil { changes.statements.append("DROP INDEX \(SQLName.quoted(index.name))") }
            changes.statements.append(index.sql)
        }
        for join in schema.joins where known[join.index] == nil {
            changes.statements.append(SchemaStatements.joinIndex(join))
        }
        return changes
    }

    /// Brings the file to the schema, inside a transaction.
    func install() throws(StoreError) {
        for statement in try missing().statements { try connection.run(statement) }
    }

    /// The columns for peers that references of a table need.
    private func leaving(_ table: TableSchema) -> Set<String> {
        var names: Set<String> = []
        for relationship in placement.leavingReferences {
            guard relationship.entity.rootNumber == table.root,
                let column = table.column(relationship.key, of: relationship.entity.name)
            else { continue }
            names.insert(column.name)
        }
        return names
    }

    private func addTable(
        _ table: TableSchema, _ present: PresentColumns, _ known: [String: String], _ changes: inout Changes
    ) {
        let leaving = leaving(table)
        let columns = present.columns(of: table.table)
        var expected = columns
        if columns.isEmpty {
            changes.statements.append(SchemaStatements.table(table, leaving: leaving))
            for column in table.columns {
                guard let companion = column.companion else { continue }
                if column.kind != .reference || leaving.contains(column.name) { expected.insert(companion) }
            }
        } else {
            for column in table.columns {
                var wanted = [(column.name, column.sqlType)]
                if let entityColumn = column.entityColumn { wanted.append((entityColumn, "INTEGER")) }
                if let companion = column.companion, column.kind != .reference || leaving.contains(column.name) {
                    wanted.append((companion, column.companionType))
                }
                for (name, type) in wanted where !columns.contains(name) {
                    expected.insert(name)
                    changes.statements.append(
                        "ALTER TABLE \(table.table) ADD COLUMN \(SQLName.quoted(name)) \(type)")
                }
            }
        }
        let trigger = SchemaStatements.trigger(table, present: expected)
        let name = SchemaStatements.triggerName(table)
        if known[name] != trigger {
            if known[name] != nil { changes.statements.append("DROP TRIGGER \(SQLName.quoted(name))") }
            changes.statements.append(trigger)
        }
    }

    private func addJoin(_ join: JoinSchema, _ present: PresentColumns, _ changes: inout Changes) {
        let leaves = placement.leavingJoins.contains(join.join)
        let columns = present.columns(of: join.table)
        if columns.isEmpty {
            changes.statements.append(SchemaStatements.join(join, hasPeers: leaves))
            return
        }
        let orders = join.orders
        guard leaves, !columns.contains(join.sourcePeer) else {
            for order in orders where !columns.contains(order) {
                changes.statements.append(
                    "ALTER TABLE \(join.table) ADD COLUMN \(SQLName.quoted(order)) INTEGER")
            }
            return
        }
        // Peers are part of the key, so the table is made anew.
        let kept = ([join.source, join.target] + orders.filter(columns.contains)).map(SQLName.quoted)
            .joined(separator: ", ")
        let temporary = SQLName.quoted("ZX_NEW_" + join.index)
        changes.statements += [
            SchemaStatements.join(join, named: temporary, hasPeers: true),
            "INSERT INTO \(temporary) (\(kept)) SELECT \(kept) FROM \(join.table)",
            "DROP TABLE \(join.table)",
            "ALTER TABLE \(temporary) RENAME TO \(join.table)",
            SchemaStatements.joinIndex(join),
        ]
    }

    /// The statements that made the file's indexes and triggers, by name.
    private func definitions() throws(StoreError) -> [String: String] {
        let statement = try connection.prepare(
            "SELECT name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL")
        var result: [String: String] = [:]
        while try statement.step() { result[statement.text(0)] = statement.text(1) }
        return result
    }
}
