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
        let key = statement.integer(0)
        let entity = statement.integer(1)
        guard !statement.isNull(3) else { return try readUnsealed(statement, key, entity, into: builder) }
        let seal = statement.integer(3)
        let number = Int(truncatingIfNeeded: seal >> 32)
        guard let layout = steps.layout(number) else {
            if layoutOfEntity[entity] == nil, table.numbers.values.contains(Int(entity)) { return false }
            throw damaged(key, "the seal names an unknown layout")
        }
        guard entity == steps.entity(number) else { throw damaged(key, "the entity number does not fit the seal") }
        layout._withUnsafeGuaranteedRef {
            builder.begin($0, key: key, version: UInt32(truncatingIfNeeded: statement.integer(2)))
        }
        let steps = steps.steps(number)
        for index in steps.indices { try fill(steps[index], statement, builder, key) }
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
            try fill(step, statement, builder, key)
        }
        builder.end()
        return true
    }

    @inline(__always)
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
        switch step.slot.kind {
        case .boolean, .integer16, .integer32, .integer64, .orderKey:
            builder.setInteger(value.integer, step.slot)
        case .float, .double, .date: builder.setDouble(value.double, step.slot)
        case .string, .uri: builder.setVariable(value.bytes, step.slot)
        case .uuid:
            let bytes = value.bytes
            guard bytes.count == 16, let start = bytes.baseAddress else {
                throw damaged(key, "a UUID has not 16 bytes", step.slot.key)
            }
            builder.setUUID(bytes: start, step.slot)
        case .decimal:
            if step.companion >= 0, !statement.isNull(step.companion) {
                builder.setVariable(statement.bytes(step.companion), step.slot)
            } else {
                let bytes =
                    type == SQLITE_INTEGER
                    ? OutsideDecimal.bytes(value.integer)
                    : OutsideDecimal.bytes(value.double)
                guard let bytes else { throw damaged(key, "a decimal cannot be read", step.slot.key) }
                bytes.withUnsafeBytes { builder.setVariable($0, step.slot) }
            }
        case .reference, .objectReference:
            let peer = step.companion >= 0 ? statement.integer(step.companion) : 0
            builder.setReference(
                value.integer, peer: UInt32(truncatingIfNeeded: peer), step.slot)
        case .binary, .transformable:
            let bytes = value.bytes
            if step.isExternal {
                try fillExternal(bytes, step, builder, key)
            } else {
                fillData(bytes, step, builder)
            }
        }
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
