import Foundation
import PolystoreModel
import PolystoreStorage

extension SQLiteSnapshot {
    func deferredData(
        _ root: RootNumber, key: Int64, version: UInt32, property: PropertyKey
    ) throws(StoreError) -> Data? {
        let rowReader = try rowReader(root)
        let table = rowReader.table
        return try use { (connection) throws(StoreError) -> Data? in
            guard let column = try column(of: property, key: key, table, connection) else { return nil }
            let name = SQLName.quoted(column.name)
            let own = column.companion.map(SQLName.quoted) ?? "NULL"
            let shape = context.shapes.shape(
                "SELECT \(name), \(own) FROM \(table.table) WHERE Z_PK = ?1 AND max(ifnull(Z_OPT, 1), 1) = ?2")
            let statement = try connection.statement(shape)
            defer { connection.finish(statement) }
            statement.bind(key, 1)
            statement.bind(Int64(version), 2)
            guard try statement.step(), !statement.isNull(0) else { return nil }
            let bytes = statement.bytes(0)
            let data: Data
            if column.isExternal {
                switch ExternalValue(bytes) {
                case .inline(let value): data = Data(value)
                case .file(let file): data = Data(try context.externalData.read(file, property: property))
                case nil: throw rowReader.damaged(key, "the value's first byte is not one that is known", property)
                }
            } else {
                data = Data(bytes)
            }
            if !statement.isNull(1) {
                let expected = DeferredColumn.decode(statement.integer(1))
                guard data.withUnsafeBytes({ expected.matches($0) }) else {
                    throw rowReader.damaged(key, "the checksum of the data is wrong", property)
                }
            }
            return data
        }
    }

    /// The column of a property in a stored row: which one it is depends on the row's entity.
    private func column(
        of property: PropertyKey, key: Int64, _ table: TableSchema, _ connection: Connection
    ) throws(StoreError) -> StoredColumn? {
        let statement = try connection.statement(
            context.shapes.shape("SELECT Z_ENT FROM \(table.table) WHERE Z_PK = ?1"))
        defer { connection.finish(statement) }
        statement.bind(key, 1)
        guard try statement.step() else { return nil }
        let number = Int(statement.integer(0))
        guard let entity = table.numbers.first(where: { $0.value == number })?.key else { return nil }
        return table.column(property, of: entity)
    }
}
