import CPolystoreSQLite
import PolystoreModel
import PolystoreStorage

extension ChangeApplication {
    /// Inserts rows; false when the save has to be written row by row.
    mutating func insert(_ rows: [StoreChanges.Row], _ binder: inout RowBinder) throws(StoreError) -> Bool {
        var index = 0
        while index < rows.count {
            let layout = rows[index].view.layout
            let start = index
            repeat { index += 1 } while index < rows.count && rows[index].view.isLaidOut(by: layout)
            var rest = rows[start..<index]
            let writer = try store.rowWriter(layout)
            if inBatches, rest.count >= RowWriter.leastForBatches, let shape = writer.insertBatch {
                guard try insertBatches(&rest, writer, shape, &binder) else { return false }
            }
            try insertEach(rest, writer, &binder)
        }
        return true
    }

    /// Inserts as many rows as full batches take.
    private func insertBatches(
        _ rows: inout ArraySlice<StoreChanges.Row>, _ writer: RowWriter, _ shape: SQLShape, _ binder: inout RowBinder
    ) throws(StoreError) -> Bool {
        let statement = try connection.statement(shape)
        defer { connection.finish(statement) }
        let entity = Int64(writer.layout.descriptor.entityNumber)
        while rows.count >= RowWriter.batchSize {
            var parameter: Int32 = 1
            for change in rows.prefix(RowWriter.batchSize) {
                try bindInsert(change.view, entity, writer, &binder, statement, &parameter)
            }
            let code = statement.stepForCode()
            statement.reset()
            if code & 0xFF == SQLITE_CONSTRAINT { return false }
            guard code == SQLITE_DONE else { throw connection.error(code, sql: true) }
            rows.removeFirst(RowWriter.batchSize)
        }
        return true
    }

    private mutating func insertEach(
        _ rows: ArraySlice<StoreChanges.Row>, _ writer: RowWriter, _ binder: inout RowBinder
    ) throws(StoreError) {
        if rows.isEmpty { return }
        let statement = try connection.statement(writer.insert)
        defer { connection.finish(statement) }
        let entity = Int64(writer.layout.descriptor.entityNumber)
        for change in rows {
            let row = change.view
            var parameter: Int32 = 1
            try bindInsert(row, entity, writer, &binder, statement, &parameter)
            let code = statement.stepForCode()
            statement.reset()
            if code == SQLITE_DONE { continue }
            guard code & 0xFF == SQLITE_CONSTRAINT else { throw connection.error(code, sql: true) }
            conflict(writer.layout.root, row.key, expected: 0, found: try version(writer, row.key))
        }
    }

    private func bindInsert(
        _ row: RowView, _ entity: Int64, _ writer: RowWriter, _ binder: inout RowBinder, _ statement: Statement,
        _ parameter: inout Int32
    ) throws(StoreError) {
        statement.bind(row.key, parameter)
        statement.bind(entity, parameter + 1)
        statement.bind(Int64(row.version), parameter + 2)
        statement.bind(RowSeal.seal(row), parameter + 3)
        parameter += 4
        try binder.bindAll(row, writer, to: statement, from: &parameter)
    }
}
