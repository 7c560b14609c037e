import PolystoreModel

/// The statements that make a store's tables.
enum SchemaStatements {
    /// The tables that every store has.
    static let metadataTables = [
        "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
        "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
        "CREATE TABLE ZX_METADATA (ZX_NAME VARCHAR PRIMARY KEY, ZX_VALUE BLOB, ZX_SEAL INTEGER) WITHOUT ROWID",
        "CREATE TABLE ZX_WATERMARK (ZX_ID INTEGER PRIMARY KEY, ZX_COMMIT INTEGER, ZX_SEAL INTEGER)",
        "CREATE TABLE ZX_LAYOUT (ZX_NUMBER INTEGER PRIMARY KEY, ZX_DESCRIPTOR BLOB, ZX_SEAL INTEGER)",
        "CREATE TABLE ZX_PEER (ZX_NUMBER INTEGER PRIMARY KEY, ZX_STORE BLOB, ZX_ROOT VARCHAR, ZX_SEAL INTEGER)",
    ]

    /// The table of a hierarchy, with its own columns for peers only where a reference may leave the store.
    static func table(_ table: TableSchema, leaving: Set<String>) -> String {
        var columns = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
        for column in table.columns {
            columns.append("\(SQLName.quoted(column.name)) \(column.sqlType)")
            if let entityColumn = column.entityColumn { columns.append("\(SQLName.quoted(entityColumn)) INTEGER") }
        }
        columns.append("ZX_SEAL INTEGER")
        for column in table.columns {
            guard let companion = column.companion else { continue }
            if column.kind == .reference, !leaving.contains(column.name) { continue }
            columns.append("\(SQLName.quoted(companion)) \(column.companionType)")
        }
        return "CREATE TABLE \(table.table) (\(columns.joined(separator: ", ")))"
    }

    /// The table of a join; with peers in its key only where a pair may name objects of other stores.
    static func join(_ join: JoinSchema, named name: String? = nil, hasPeers: Bool) -> String {
        var key = join.columns.map(SQLName.quoted)
        var columns = (key + join.orders.map(SQLName.quoted)).map { "\($0) INTEGER" }
        if hasPeers {
            columns.append("\(join.sourcePeer) INTEGER NOT NULL DEFAULT 0")
            columns.append("\(join.targetPeer) INTEGER NOT NULL DEFAULT 0")
            key += [join.sourcePeer, join.targetPeer]
        }
        return "CREATE TABLE \(name ?? join.table) (\(columns.joined(separator: ", ")), "
            + "PRIMARY KEY (\(key.joined(separator: ", "))))"
    }

    /// The index of a join for the way back.
    static func joinIndex(_ join: JoinSchema) -> String {
        "CREATE INDEX \(SQLName.quoted(join.index)) ON \(join.table) "
            + "(\(join.columns.reversed().map(SQLName.quoted).joined(separator: ", ")))"
    }

    /// The trigger that breaks the seal of a row when another program changes it.
    ///
    /// It fires when a row changed and its seal did not, so not for its own statement, which clears the seal; in a row
    /// without a seal, when the version was not raised or a changed column keeps what we wrote beside it, neither of
    /// which its own statement leaves. What we keep beside a column goes only if the column itself changed.
    static func trigger(_ table: TableSchema, present: Set<String>) -> String {
        let companions = table.columns.compactMap { column -> String? in
            guard let companion = column.companion, present.contains(companion) else { return nil }
            let (name, own) = (SQLName.quoted(column.name), SQLName.quoted(companion))
            return "\(own) = CASE WHEN OLD.\(name) IS NEW.\(name) THEN \(own) END"
        }
        let stale = table.columns.compactMap { column -> String? in
            guard let companion = column.companion, present.contains(companion) else { return nil }
            let (name, own) = (SQLName.quoted(column.name), SQLName.quoted(companion))
            return " OR (NEW.\(name) IS NOT OLD.\(name) AND NEW.\(own) IS NOT NULL)"
        }
        // A row that came without a version is read as one of version 1.
        let oldVersion = "MAX(ifnull(OLD.Z_OPT, 1), 1)"
        let assignments =
            ["ZX_SEAL = NULL", "Z_OPT = MAX(ifnull(NEW.Z_OPT, 0), \(oldVersion) + 1)"] + companions
        return "CREATE TRIGGER \(SQLName.quoted(triggerName(table))) AFTER UPDATE ON \(table.table) FOR EACH ROW "
            + "WHEN NEW.ZX_SEAL IS OLD.ZX_SEAL AND (NEW.ZX_SEAL IS NOT NULL "
            + "OR ifnull(NEW.Z_OPT, 0) <= \(oldVersion)\(stale.joined())) "
            + "BEGIN UPDATE \(table.table) SET \(assignments.joined(separator: ", ")) WHERE Z_PK = NEW.Z_PK; END"
    }

    /// The name as the file's catalogue has it, not as statements do.
    static func triggerName(_ table: TableSchema) -> String {
        "ZX_\(SQLName.uppercased(table.rootName))_EDITED_OUTSIDE"
    }
}
