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
        var list = ["t0.Z_PK", "t0.Z_ENT", "t0.Z_OPT", "t0.ZX_SEAL"]
        var positions: [String: (value: Int32, companion: Int32)] = [:]
        let wanted = Set(entities)
        var used: Set<String> = []
        for entity in wanted { used.formUnion((table.columnsByEntity[entity] ?? [:]).values.map(\.name)) }
        for column in table.columns where used.contains(column.name) && present.contains(column.name) {
            let companion = column.companion.flatMap { present.contains($0) ? $0 : nil }
            positions[column.name] = (Int32(list.count), companion == nil ? -1 : Int32(list.count + 1))
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
        if let values = RowValues(statement, last: lastColumn) {
            return try read(statement, into: builder) { values[$0] }
        }
        return try readOneByOne(statement, into: builder)
    }

    /// The same with each value asked of the statement: where the values of a row do not lie in equal distances.
    @inline(never)
    func readOneByOne(_ statement: Statement, into builder: RowBatchBuilder) throws(StoreError) -> Bool {
        try read(statement, into: builder) { statement.value($0) }
    }

    @inline(__always)
    private func read(
        _ statement: Statement, into builder: RowBatchBuilder, _ value: (Int32) -> ColumnValue
    ) throws(StoreError) -> Bool {
        let key = value(0).integer
        let entity = value(1).integer
        let seal = value(3).integer
        if seal == 0, value(3).isMissing { return try readUnsealed(statement, key, entity, into: builder) }
        let number = Int(truncatingIfNeeded: seal >> 32)
        guard let layout = steps.layout(number) else {
            if layoutOfEntity[entity] == nil, table.numbers.values.contains(Int(entity)) { return false }
            throw damaged(key, "the seal names an unknown layout")
        }
        guard entity == steps.entity(number) else { throw damaged(key, "the entity number does not fit the seal") }
        layout._withUnsafeGuaranteedRef {
            builder.begin($0, key: key, version: UInt32(truncatingIfNeeded: value(2).integer))
        }
        try fill(number, statement, builder, key, value)
        let view = builder.end()
        guard RowHeader.checksum(view.base) == UInt32(truncatingIfNeeded: seal) else {
            builder.removeLast()
            throw damaged(key, "the checksum is wrong")
        }
        return true
    }

    private func readUnsealed(
        _ statement: Statement, _ key: Int64, _ entity: Int64, into builder: RowBatchBuilder
    ) throws(StoreError) -> Bool {
        guard let layout = layoutOfEntity[entity], steps.layout(Int(layout.number)) != nil else {
            if table.numbers.values.contains(Int(truncatingIfNeeded: entity)) { return false }
            throw damaged(key, "the entity number is unknown")
        }
        let version = max(1, min(statement.integer(2), Int64(UInt32.max)))
        builder.begin(layout, key: key, version: UInt32(version))
        for step in steps.steps(Int(layout.number)) {
            guard OutsideValue.isValid(step, statement) else {
                builder.removeLast()
                throw damaged(key, "a value that was edited outside does not fit", step.slot.key)
            }
        }
        try fill(Int(layout.number), statement, builder, key) { statement.value($0) }
        builder.end()
        return true
    }

    /// Fills the slots of the row that was begun.
    @inline(__always)
    private func fill(
        _ layout: Int, _ statement: Statement, _ builder: RowBatchBuilder, _ key: Int64,
        _ value: (Int32) -> ColumnValue
    ) throws(StoreError) {
        try fill(steps.plain(layout), builder, key, value)
        let others = steps.others(layout)
        for index in others.indices { try fill(others[index], statement, builder, key) }
    }

    /// Fills a slot whose value is a decimal or data.
    private func fill(
        _ step: ReadStep, _ statement: Statement, _ builder: RowBatchBuilder, _ key: Int64
    ) throws(StoreError) {
        if step.slot.kind.mayBeDeferred, step.companion >= 0, !statement.isNull(step.companion) {
            builder.setDeferred(DeferredColumn.decode(statement.integer(step.companion)), step.slot)
            return
        }
        let value = statement.value(step.column)
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
        if step.companion >= 0, !statement.isNull(step.companion) {
            builder.setVariable(statement.bytes(step.companion), step.slot)
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
