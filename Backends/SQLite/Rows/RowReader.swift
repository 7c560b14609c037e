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
    /// How many they are.
    let columnCount: Int
    /// Selects the row of a key.
    let byKey: SQLShape
    /// Selects the rows of a list of keys, which is a JSON array.
    let byKeys: SQLShape
    /// The files of external data.
    let externalData: ExternalDataFolder
    /// How rows are read, by the number of their layout; nil for layouts of entities that are not read.
    private let readings: [LayoutReading?]
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
        columnCount = list.count
        let select = "SELECT \(columnList) FROM \(table.table) t0 WHERE t0.Z_PK"
        byKey = SQLShape("\(select) = ?1")
        byKeys = SQLShape("\(select) IN (SELECT value FROM json_each(?1))")

        var readings: [LayoutReading?] = []
        var layoutOfEntity: [Int64: RowLayout] = [:]
        for layout in layouts.all where layout.root == table.root && wanted.contains(layout.descriptor.entity) {
            let columns = table.columnsByEntity[layout.descriptor.entity] ?? [:]
            while readings.count <= Int(layout.number) { readings.append(nil) }
            let steps = layout.slots.compactMap { slot -> ReadStep? in
                guard let column = columns[slot.key], let position = positions[column.name] else { return nil }
                return ReadStep(
                    slot: slot, column: position.value, companion: position.companion, isExternal: column.isExternal)
            }
            let entity = Int64(layout.descriptor.entityNumber)
            readings[Int(layout.number)] = LayoutReading(layout: layout, entity: entity, steps: steps)
            layoutOfEntity[entity] = layout
        }
        self.readings = readings
        self.layoutOfEntity = layoutOfEntity
    }

    private func reading(_ number: Int) -> LayoutReading? { readings.indices.contains(number) ? readings[number] : nil }

    /// Whether the row of a statement was added; false when it is of an entity that the reader was not made for.
    ///
    /// - Throws: `damaged` with entity and object when the row cannot be what was written.
    func read(_ statement: some RowColumns, into builder: RowBatchBuilder) throws(StoreError) -> Bool {
        let key = statement.integer(0)
        let entity = statement.integer(1)
        let seal = statement.value(3)
        if seal.isMissing { return try readUnsealed(statement, key, entity, into: builder) }
        guard let reading = reading(Int(truncatingIfNeeded: seal.integer >> 32)) else {
            if layoutOfEntity[entity] == nil, isOther(entity) { return false }
            throw damaged(key, "the seal names an unknown layout")
        }
        guard entity == reading.entity else { throw damaged(key, "the entity number does not fit the seal") }
        builder.begin(reading.layout, key: key, version: UInt32(truncatingIfNeeded: statement.integer(2)))
        try fill(reading.steps, statement, builder, key)
        let view = builder.end()
        guard RowHeader.checksum(view.base) == UInt32(truncatingIfNeeded: seal.integer) else {
            builder.removeLast()
            throw damaged(key, "the checksum is wrong")
        }
        return true
    }

    /// Whether a seal says that its row has the newest layout of an entity.
    func isNewest(seal: ColumnValue, entity: Int64) -> Bool {
        guard !seal.isMissing, let layout = layoutOfEntity[entity] else { return false }
        return seal.integer >> 32 == Int64(layout.number)
    }

    /// Whether an entity is one of the table's.
    private func isOther(_ entity: Int64) -> Bool { table.numbers.values.contains(Int(truncatingIfNeeded: entity)) }

    /// Adds a row that another program wrote.
    private func readUnsealed(
        _ statement: some RowColumns, _ key: Int64, _ entity: Int64, into builder: RowBatchBuilder
    ) throws(StoreError) -> Bool {
        guard let layout = layoutOfEntity[entity], let reading = reading(Int(layout.number)) else {
            if isOther(entity) { return false }
            throw damaged(key, "the entity number is unknown")
        }
        let version = max(1, min(statement.integer(2), Int64(UInt32.max)))
        builder.begin(layout, key: key, version: UInt32(version))
        for step in reading.steps {
            guard ForeignValue.isValid(step, statement) else {
                builder.removeLast()
                throw damaged(key, "a value that was edited outside does not fit", step.slot.key)
            }
        }
        try fill(reading.steps, statement, builder, key)
        builder.end()
        return true
    }

    func damaged(_ key: Int64, _ reason: String, _ property: PropertyKey? = nil) -> StoreError {
        StoreError(
            .damaged,
            [.entity: table.rootName, .property: property?.name, .object: "p\(key)", .reason: reason])
    }
}
