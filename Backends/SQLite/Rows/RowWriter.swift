import Foundation
import PolystoreModel
import PolystoreStorage

/// Writes the rows of one entity in its newest layout.
///
/// Used on the store's writer thread.
final class RowWriter {
    /// The rows that one statement writes where there are many.
    static let batchSize = 8
    /// With fewer rows than these, nothing is won that pays for compiling a longer statement.
    static let leastForBatches = 2 * batchSize

    let layout: RowLayout
    let table: TableSchema
    let steps: [WriteStep]
    /// The same for binding.
    let binds: [BindStep]
    let insert: SQLShape
    let delete: SQLShape
    /// The version of a key, as it is read: at least 1.
    let lookUp: SQLShape
    /// The version and the seal of a key, as they lie there.
    let stored: SQLShape
    /// The names of files that a row's external data lies in; nil for an entity without such data.
    let externalFiles: SQLShape?
    private var updates: [UpdateShape: SQLShape] = [:]
    private var updateBatches: [UpdateShape: SQLShape] = [:]
    /// Inserts `batchSize` rows; nil where an expression would read the table that it writes.
    private(set) lazy var insertBatch = batch(steps).map { SQLShape(insertion($0)) }

    init(_ layout: RowLayout, _ schema: StoreSchema, _ table: TableSchema, present: Set<String>) {
        self.layout = layout
        self.table = table
        let columns = table.columnsByEntity[layout.descriptor.entity] ?? [:]
        steps = layout.slots.compactMap { slot in
            columns[slot.key].map { column in
                WriteStep(
                    slot: slot, column: column,
                    companion: column.companion.flatMap { present.contains($0) ? $0 : nil },
                    targetEntity: RowWriter.targetEntity(column, schema))
            }
        }
        precondition(steps.count == layout.slots.count, "a layout has a slot without a column")
        binds = steps.map(BindStep.init)
        insert = RowWriter.insertShape(table, steps)
        delete = SQLShape("DELETE FROM \(table.table) WHERE Z_PK = ?1 AND Z_OPT = ?2")
        lookUp = SQLShape("SELECT max(ifnull(Z_OPT, 1), 1) FROM \(table.table) WHERE Z_PK = ?1")
        stored = SQLShape("SELECT Z_OPT, ZX_SEAL FROM \(table.table) WHERE Z_PK = ?1")
        let external = steps.filter(\.column.isExternal).map { SQLName.quoted($0.column.name) }
        externalFiles =
            external.isEmpty
            ? nil
            : SQLShape("SELECT \(external.joined(separator: ", ")) FROM \(table.table) WHERE Z_PK = ?1")
    }

    private static func targetEntity(_ column: StoredColumn, _ schema: StoreSchema) -> WriteStep.TargetEntity? {
        guard let name = column.entityColumn,
            let destination = column.destination.flatMap(schema.model.entity(named:))
        else { return nil }
        let entities = destination.concreteFamily.compactMap { entity in
            schema.numbers[entity.name].map { ($0, entity) }
        }
        return WriteStep.TargetEntity(
            column: name, table: schema.table(destination.rootNumber)?.table,
            entities: Dictionary(uniqueKeysWithValues: entities))
    }

    private static func insertShape(_ table: TableSchema, _ steps: [WriteStep]) -> SQLShape {
        var parameter = 1
        let row = InsertedRow(steps, at: &parameter)
        return SQLShape("INSERT INTO \(table.table) (\(row.columns)) VALUES (\(row.values))")
    }

    /// The statement that writes some columns of a row: parameters 1 to 4 are the key, the version that must be stored, the
    /// new version and the seal.
    func update(_ shape: UpdateShape) -> SQLShape {
        if let known = updates[shape] { return known }
        var assignments = ["Z_OPT = ?3", "ZX_SEAL = ?4"]
        var parameter = 5
        for (index, step) in steps.enumerated() {
            if shape.slots.contains(index) {
                assignments += step.assignments(&parameter).map { "\($0.column) = \($0.value)" }
            } else if shape.companions.contains(index), let companion = step.companion {
                assignments.append("\(SQLName.quoted(companion)) = ?\(parameter)")
                parameter += 1
            }
        }
        let condition =
            shape.isRepair
            ? "Z_PK = ?1 AND max(ifnull(Z_OPT, 1), 1) = ?2" : "Z_PK = ?1 AND Z_OPT = ?2 AND \(isSealedByLayout)"
        let made = SQLShape("UPDATE \(table.table) SET \(assignments.joined(separator: ", ")) WHERE \(condition)")
        updates[shape] = made
        return made
    }

    /// Whether a row of the table was sealed by this layout.
    private var isSealedByLayout: String {
        let lowest = Int64(layout.number) << 32
        return "ZX_SEAL BETWEEN \(lowest) AND \(lowest | 0xFFFF_FFFF)"
    }

    /// The statement that writes some columns of `batchSize` rows; nil where an expression would read the table that it
    /// writes.
    ///
    /// A statement that updates is begun and ended for each row, which is half of what it does; one that inserts takes many.
    /// So the rows are offered for insertion, and update those that have their keys. The column of the entity, which no
    /// update writes, carries the version that must be stored.
    func updateBatch(_ shape: UpdateShape) -> SQLShape? {
        if let known = updateBatches[shape] { return known }
        let written = steps.indices.filter(shape.slots.contains).map { steps[$0] }
        guard let rows = batch(written), let columns = rows.first?.columnNames else { return nil }
        let assignments = columns.dropFirst(2).map { "\($0) = excluded.\($0)" }
        let made = SQLShape(
            insertion(rows) + " ON CONFLICT (Z_PK) DO UPDATE SET \(assignments.joined(separator: ", ")) "
                + "WHERE \(table.table).Z_OPT = excluded.Z_ENT AND \(table.table).\(isSealedByLayout)")
        updateBatches[shape] = made
        return made
    }

    /// The rows of a batch, whose parameters follow each other.
    private func batch(_ steps: [WriteStep]) -> [InsertedRow]? {
        // The engine would put all rows aside before it writes the first.
        if steps.contains(where: { $0.readsTarget && $0.targetEntity?.table == table.table }) { return nil }
        var parameter = 1
        return (0..<RowWriter.batchSize).map { _ in InsertedRow(steps, at: &parameter) }
    }

    /// The beginning of a batch: a row that is refused leaves those before it, because the whole save is undone then.
    ///
    /// An insertion of several rows that could fail after the first is otherwise undone alone, for which the engine keeps a
    /// journal of each statement that takes longer than the rows.
    private func insertion(_ rows: [InsertedRow]) -> String {
        let values = rows.map { "(\($0.values))" }.joined(separator: ", ")
        return "INSERT OR FAIL INTO \(table.table) (\(rows.first?.columns ?? "")) VALUES \(values)"
    }
}
