import CPolystoreSQLite
import Foundation
import PolystoreModel
import PolystoreStorage

/// Fills rows from the columns of one table: the list of columns that a query selects, and for each layout which of
/// them goes into which slot.
final class RowReader: Sendable {
    let table: TableSchema
    let layouts: LayoutTable
    /// The selected columns, of the table under the name `t0`.
    let columnList: String
    /// `SELECT … FROM … t0 WHERE t0.Z_PK = ?1`.
    let byKey: SQLShape
    /// The files of external data.
    let externalData: ExternalDataFolder
    /// The last of the selected columns.
    let lastColumn: Int32
    /// The table's column behind each position of the list.
    let columnNames: [String]
    private let steps: ReadStepTable
    private let layoutOfEntity: [Int64: RowLayout]

    /// Makes a reader for rows of some entities of a table.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - entities: The names of the entities.
    ///   - layouts: The store's layouts.
    ///   - present: The columns that the table has.
    ///   - externalData: The files of external data.
    init(
        _ table: TableSchema, entities: [String], layouts: LayoutTable, present: Set<String>,
        externalData: ExternalDataFolder
    ) {
        self.table = table
        self.layouts = layouts
        self.externalData = externalData
        var names = ["Z_PK", "Z_ENT", "Z_OPT", "ZX_SEAL"]
        var list = names.map { "t0.\($0)" }
        var positions: [String: (value: Int32, companion: Int32)] = [:]
        let wanted = Set(entities)
        var used: Set<String> = []
        for entity in wanted { used.formUnion((table.columnsByEntity[entity] ?? [:]).values.map(\.name)) }
        for column in table.columns where used.contains(column.name) && present.contains(column.name) {
            let companion = column.companion.flatMap { present.contains($0) ? $0 : nil }
            positions[column.name] = (Int32(list.count), companion == nil ? -1 : Int32(list.count + 1))
            names += [column.name] + (companion.map { [$0] } ?? [])
            let name = "t0.\(SQLName.quoted(column.name))"
            guard let companion else {
                list.append(name)
                continue
            }
            let own = "t0.\(SQLName.quoted(companion))"
            // Long data is not read: what we keep beside it says its length and checksum.
            list.append(column.kind.mayBeDeferred ? "CASE WHEN \(own) IS NULL THEN \(name) END" : name)
            list.append(own)
        }
        columnList = list.joined(separator: ", ")
        columnNames = names
        lastColumn = Int32(list.count - 1)
        byKey = SQLShape("SELECT \(columnList) FROM \(table.table) t0 WHERE t0.Z_PK = ?1")

        var steps: [[ReadStep]?] = []
        var layoutOfEntity: [Int64: RowLayout] = [:]
        for layout in layouts.all where layout.root == table.root && wanted.contains(layout.descriptor.entity) {
            let columns = table.columnsByEntity[layout.descriptor.entity] ?? [:]
            while steps.count <= Int(layout.number) { steps.append(nil) }
            steps[Int(layout.number)] = layout.slots.enumerated().compactMap { index, slot in
                guard let column = columns[slot.key], let position = positions[column.name] else { return nil }
                return ReadStep(
                    slot: slot, slotIndex: index, column: position.value, companion: position.companion,
                    isExternal: column.isExternal)
            }
            layoutOfEntity[Int64(layout.descriptor.entityNumber)] = layout
        }
        self.steps = ReadStepTable(steps, layouts)
        self.layoutOfEntity = layoutOfEntity
    }

    /// Whether a row was added; false when it is of an entity that the reader was not made for.
    ///
    /// - Throws: `damaged` with entity and object when the row cannot be what was written.
    func read(_ statement: Statement, into builder: RowBatchBuilder) throws(StoreError) -> Bool {
        if let values = RowValues(statement, last: lastColumn) { return try read(values, into: builder) }
        return try readOneByOne(statement, into: builder)
    }

    /// The same with each value asked of the statement: where the values of a row do not lie in equal distances.
    @inline(never)
    func readOneByOne(_ statement: Statement, into builder: RowBatchBuilder) throws(StoreError) -> Bool {
        try read(StatementRow(statement: statement), into: builder)
    }

    /// The same for a row wherever it was read.
    @inline(__always)
    func read(_ stored: some StoredRow, into builder: RowBatchBuilder) throws(StoreError) -> Bool {
        let key = stored.key
        let entity = stored.value(1).integer
        let seal = stored.value(3).integer
        if seal == 0, stored.value(3).isMissing { return try readUnsealed(stored, key, entity, into: builder) }
        let number = Int(truncatingIfNeeded: seal >> 32)
        guard let layout = steps.layout(number) else {
            if layoutOfEntity[entity] == nil, table.numbers.values.contains(Int(entity)) { return false }
            throw damaged(key, "the seal names an unknown layout")
        }
        guard entity == steps.entity(number) else { throw damaged(key, "the entity number does not fit the seal") }
        layout._withUnsafeGuaranteedRef {
            builder.begin($0, key: key, version: UInt32(truncatingIfNeeded: stored.value(2).integer))
        }
        try fill(number, stored, builder, key)
        let view = builder.end()
        guard RowHeader.checksum(view.base) == UInt32(truncatingIfNeeded: seal) else {
            builder.removeLast()
            throw damaged(key, "the checksum is wrong")
        }
        return true
    }

    @inline(never)
    private func readUnsealed(
        _ stored: some StoredRow, _ key: Int64, _ entity: Int64, into builder: RowBatchBuilder
    ) throws(StoreError) -> Bool {
        guard let layout = layoutOfEntity[entity], steps.layout(Int(layout.number)) != nil else {
            if table.numbers.values.contains(Int(truncatingIfNeeded: entity)) { return false }
            throw damaged(key, "the entity number is unknown")
        }
        let version = max(1, min(stored.value(2).integer, Int64(UInt32.max)))
        builder.begin(layout, key: key, version: UInt32(version))
        for step in steps.steps(Int(layout.number)) {
            guard OutsideValue.isValid(step, stored) else {
                builder.removeLast()
                throw damaged(key, "a value that was edited outside does not fit", step.slot.key)
            }
        }
        try fill(Int(layout.number), stored, builder, key)
        builder.end()
        return true
    }

    /// Fills the slots of the row that was begun.
    @inline(__always)
    private func fill(
        _ layout: Int, _ stored: some StoredRow, _ builder: RowBatchBuilder, _ key: Int64
    ) throws(StoreError) {
        try fill(steps.plain(layout), builder, key, stored)
        let others = steps.others(layout)
        for index in others.indices { try fill(others[index], stored, builder, key) }
    }

    /// Fills a slot whose value is a decimal or data.
    private func fill(
        _ step: ReadStep, _ stored: some StoredRow, _ builder: RowBatchBuilder, _ key: Int64
    ) throws(StoreError) {
        let companion = step.companion >= 0 ? stored.value(step.companion) : nil
        let own = companion.flatMap { $0.type == SQLITE_NULL ? nil : $0 }
        if step.slot.kind.mayBeDeferred, let own {
            builder.setDeferred(DeferredColumn.decode(own.integer), step.slot)
            return
        }
        let value = stored.value(step.column)
        let type = value.type
        if type == SQLITE_NULL { return }
        guard step.slot.kind == .decimal else {
            if step.isExternal {
                try fillExternal(value.bytes, step, builder, key)
            } else {
                fillData(value.bytes, step, builder)
            }
            return
        }
        if let own {
            builder.setVariable(own.bytes, step.slot)
            return
        }
        let bytes =
            type == SQLITE_INTEGER ? OutsideDecimal.bytes(value.integer) : OutsideDecimal.bytes(value.double)
        guard let bytes else { throw damaged(key, "a decimal cannot be read", step.slot.key) }
        bytes.withUnsafeBytes { builder.setVariable($0, step.slot) }
    }

    /// Data without our column beside it: short, or written by another program.
    private func fillData(_ bytes: UnsafeRawBufferPointer, _ step: ReadStep, _ builder: RowBatchBuilder) {
        if bytes.count > DeferredData.threshold {
            builder.setDeferred(DeferredData(describing: bytes), step.slot)
        } else {
            builder.setVariable(bytes, step.slot)
        }
    }

    private func fillExternal(
        _ bytes: UnsafeRawBufferPointer, _ step: ReadStep, _ builder: RowBatchBuilder, _ key: Int64
    ) throws(StoreError) {
        switch ExternalValue(bytes) {
        case .inline(let value): fillData(value, step, builder)
        case .file(let name):
            let data = try externalData.read(name, property: step.slot.key)
            data.withUnsafeBytes { fillData($0, step, builder) }
        case nil: throw damaged(key, "the value's first byte is not one that is known", step.slot.key)
        }
    }

    func damaged(_ key: Int64, _ reason: String, _ property: PropertyKey? = nil) -> StoreError {
        StoreError(
            .damaged,
            [.entity: table.rootName, .property: property?.name, .object: "p\(key)", .reason: reason])
    }
}
