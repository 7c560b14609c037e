import PolystoreModel
import PolystoreStorage

/// Removes files of external data that no row names: what a save left behind that did not happen.
struct ExternalDataSweep {
    let context: StoreContext
    let connection: Connection

    func run() throws(StoreError) {
        let names = try context.externalData.names()
        guard !names.isEmpty else { return }
        var orphans = Set(names)
        for table in context.schema.tables {
            for column in table.columns where column.isExternal {
                let name = SQLName.quoted(column.name)
                let statement = try connection.prepare(
                    "SELECT \(name) FROM \(table.table) WHERE length(\(name)) BETWEEN 2 AND 66")
                while try statement.step() {
                    if case .file(let file) = ExternalValue(statement.bytes(0)) { orphans.remove(file) }
                }
            }
        }
        for name in orphans { try context.externalData.remove(name) }
    }
}
