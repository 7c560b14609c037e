import Foundation
import PolystoreModel
import PolystoreStorage

/// Writes the rows of one entity in its newest layout.
///
/// Used on the store's writer thread.
final class RowWriter {
    let layout: RowLayout
    let table: TableSchema
    let steps: [WriteStep]
    /// The same for binding.
    let binds: [BindStep]
    let insert: SQLShape
    let delete: SQLShape
    /// The version and the seal of a key.
    let lookUp: SQLShape
    /// The names of files that a row's external data lies in; nil for an entity without such data.
    let externalFiles: SQLShape?
    private var updates: [UpdateShape: SQLShape] = [:]

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
        var columns = ["Z_PK", "Z_ENT", "Z_OPT", "ZX_SEAL"]
        var values = ["?1", "?2", "?3", "?4"]
        var parameter = 5
        for step in steps {
            for (column, value) in assignments(step, &parameter) {
                columns.append(column)
                values.append(value)
            }
        }
        return SQLShape(
            "INSERT INTO \(table.table) (\(columns.joined(separator: ", "))) "
                + "VALUES (\(values.joined(separator: ", ")))")
    }

    /// The columns of a step with their values' expressions, in the order in which `RowBinder` binds.
    private static func assignments(_ step: WriteStep, _ parameter: inout Int) -> [(String, String)] {
        let value = parameter
        var result = [(SQLName.quoted(step.column.name), "?\(value)")]
        parameter += 1
        if let companion = step.companion {
            result.append((SQLName.quoted(companion), "?\(parameter)"))
            parameter += 1
        }
        if let target = step.targetEntity {
            let known = "?\(parameter)"
            let found =
                target.table.map { "ifnull(\(known), (SELECT Z_ENT FROM \($0) WHERE Z_PK = ?\(value)))" } ?? known
            result.append((SQLName.quoted(target.column), "nullif(\(found), -1)"))
            parameter += 1
        }
        return result
    }

    /// The statement that writes some columns of a row: parameters 1 to 4 are the new version, the seal, the key and
    /// the version that must be stored.
    func update(_ shape: UpdateShape) -> SQLShape {
        if let known = updates[shape] { return known }
        var assignments = ["Z_OPT = ?1", "ZX_SEAL = ?2"]
        var parameter = 5
        for (index, step) in steps.enumerated() {
            if shape.slots.contains(index) {
                assignments += RowWriter.assignments(step, &parameter).map { "\($0.0) = \($0.1)" }
            } else if shape.companions.contains(index), let companion = step.companion {
                assignments.append("\(SQLName.quoted(companion)) = ?\(parameter)")
                parameter += 1
            }
        }
        var condition = "Z_PK = ?3 AND max(ifnull(Z_OPT, 1), 1) = ?4"
        if !shape.isRepair {
            let lowest = Int64(layout.number) << 32
            condition = "Z_PK = ?3 AND Z_OPT = ?4 AND ZX_SEAL BETWEEN \(lowest) AND \(lowest | 0xFFFF_FFFF)"
        }
        let made = SQLShape("UPDATE \(table.table) SET \(assignments.joined(separator: ", ")) WHERE \(condition)")
        updates[shape] = made
        return made
    }
}
