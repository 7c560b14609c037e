import PolystoreModel
import PolystoreStorage

/// The highest key that each hierarchy ever gave out: `Z_MAX` in the root's row of `Z_PRIMARYKEY`.
struct KeyMarks {
    let connection: Connection
    let schema: StoreSchema

    /// Raises the marks below keys that are in use: other programs may insert rows without raising them.
    func raise() throws(StoreError) {
        for table in schema.tables {
            try connection.run(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT max(Z_PK) FROM \(table.table)) "
                    + "WHERE Z_ENT = \(table.rootEntityNumber) "
                    + "AND ifnull(Z_MAX, 0) < (SELECT ifnull(max(Z_PK), 0) FROM \(table.table))")
        }
    }

    func mark(_ table: TableSchema) throws(StoreError) -> Int64 {
        try connection.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(table.rootEntityNumber)") ?? 0
    }

    /// The greatest key in use.
    func greatestKey(_ table: TableSchema) throws(StoreError) -> Int64 {
        try connection.integer("SELECT max(Z_PK) FROM \(table.table)") ?? 0
    }

    func setMark(_ table: TableSchema, _ mark: Int64) throws(StoreError) {
        try connection.run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(mark) WHERE Z_ENT = \(table.rootEntityNumber)")
    }
}
