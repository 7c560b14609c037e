import PolystoreModel
import PolystoreStorage

extension ChangeApplication {
    mutating func delete(_ marks: [StoreChanges.Mark]) throws(StoreError) {
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
}
