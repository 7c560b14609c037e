import PolystoreModel
import PolystoreStorage

extension ChangeApplication {
    /// Updates rows; false when the save has to be written row by row.
    mutating func update(_ rows: [StoreChanges.Row], _ binder: inout RowBinder) throws(StoreError) -> Bool {
        var index = 0
        while index < rows.count {
            let layout = rows[index].view.layout
            let (start, changed, shape) = (index, rows[index].changed, updateShape(rows[index]))
            repeat {
                index += 1
            } while index < rows.count && rows[index].view.isLaidOut(by: layout)
                && rows[index].changed == changed && (!layout.mayDefer || updateShape(rows[index]) == shape)
            var rest = rows[start..<index]
            let writer = try store.rowWriter(layout)
            if inBatches, rest.count >= RowWriter.leastForBatches, let batch = writer.updateBatch(shape) {
                guard try updateBatches(&rest, writer, shape, batch, &binder) else { return false }
            }
            try updateEach(rest, writer, shape, &binder)
        }
        return true
    }

    /// Updates as many rows as full batches take.
    private mutating func updateBatches(
        _ rows: inout ArraySlice<StoreChanges.Row>, _ writer: RowWriter, _ shape: UpdateShape, _ batch: SQLShape,
        _ binder: inout RowBinder
    ) throws(StoreError) -> Bool {
        let statement = try connection.statement(batch)
        defer { connection.finish(statement) }
        let retires = shape.writesExternal(writer)
        while rows.count >= RowWriter.batchSize {
            let some = rows.prefix(RowWriter.batchSize)
            var parameter: Int32 = 1
            var written: [Range<Int>] = []
            for change in some {
                if retires { try retireReplaced(shape, writer, change.view) }
                let files = binder.newFiles.count
                try bindUpdate(change.view, from: change.expectedVersion, writer, shape, &binder, statement, &parameter)
                if retires { written.append(files..<binder.newFiles.count) }
            }
            guard let count = try connection.countUpdates(statement) else { return false }
            rows.removeFirst(RowWriter.batchSize)
            if count == some.count { continue }
            guard try repairMissed(some, updated: count, writer, shape, written, &binder) else { return false }
        }
        return true
    }

    /// Repairs the rows of a batch that were not updated, or notes their conflicts; false when it cannot be told which they
    /// are.
    private mutating func repairMissed(
        _ rows: ArraySlice<StoreChanges.Row>, updated: Int, _ writer: RowWriter, _ shape: UpdateShape,
        _ written: [Range<Int>], _ binder: inout RowBinder
    ) throws(StoreError) -> Bool {
        var missed: [(place: Int, change: StoreChanges.Row)] = []
        for (place, change) in rows.enumerated() where try !isStored(change.view, writer) {
            missed.append((place, change))
        }
        // Another save that wrote the same values under the same version looks like this one.
        guard missed.count == rows.count - updated else { return false }
        for (place, change) in missed {
            try repair(change, writer, shape, written.isEmpty ? 0..<0 : written[place], &binder)
        }
        return true
    }

    /// Whether what is stored has a row's version and seal.
    private func isStored(_ row: RowView, _ writer: RowWriter) throws(StoreError) -> Bool {
        let statement = try connection.statement(writer.stored)
        defer { connection.finish(statement) }
        statement.bind(row.key, 1)
        guard try statement.step() else { return false }
        return statement.integer(0) == Int64(row.version) && !statement.isNull(1)
            && statement.integer(1) == RowSeal.seal(row)
    }

    private mutating func updateEach(
        _ rows: ArraySlice<StoreChanges.Row>, _ writer: RowWriter, _ shape: UpdateShape, _ binder: inout RowBinder
    ) throws(StoreError) {
        if rows.isEmpty { return }
        let statement = try connection.statement(writer.update(shape))
        defer { connection.finish(statement) }
        let retires = shape.writesExternal(writer)
        for change in rows {
            let row = change.view
            if retires { try retireReplaced(shape, writer, row) }
            let files = binder.newFiles.count
            var parameter: Int32 = 1
            try bindUpdate(row, from: change.expectedVersion, writer, shape, &binder, statement, &parameter)
            try statement.run()
            let count = connection.changeCount
            statement.reset()
            if count != 1 { try repair(change, writer, shape, files..<binder.newFiles.count, &binder) }
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
        _ binder: inout RowBinder, _ statement: Statement, _ parameter: inout Int32
    ) throws(StoreError) {
        statement.bind(row.key, parameter)
        statement.bind(Int64(version), parameter + 1)
        statement.bind(Int64(row.version), parameter + 2)
        statement.bind(RowSeal.seal(row), parameter + 3)
        parameter += 4
        try binder.bind(row, writer, shape, to: statement, from: &parameter)
    }

    /// Writes every column of a row that another layout sealed or another program edited, or notes the conflict.
    ///
    /// Of the update that was to be made, the files that it replaces are noted already, and those that were written for it are
    /// written again, so that these go.
    private mutating func repair(
        _ change: StoreChanges.Row, _ writer: RowWriter, _ update: UpdateShape, _ written: Range<Int>,
        _ binder: inout RowBinder
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
        store.transaction?.retiredFiles += binder.newFiles[written]
        var others = shape
        update.slots.forEach { others.slots.remove($0) }
        if others.writesExternal(writer) { try retireReplaced(others, writer, row) }
        let statement = try connection.statement(writer.update(shape))
        defer { connection.finish(statement) }
        var parameter: Int32 = 1
        try bindUpdate(row, from: change.expectedVersion, writer, shape, &binder, statement, &parameter)
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
}
