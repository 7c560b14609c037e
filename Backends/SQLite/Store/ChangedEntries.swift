import PolystoreModel
import PolystoreStorage

/// How many entries a save changes in each index of each table.
struct ChangedEntries {
    /// The written slots of some rows.
    private struct Update: Hashable {
        let layout: ObjectIdentifier
        let changed: SlotSet
    }

    private let schema: StoreSchema
    /// Rows that come, and rows that go, by root: they have an entry in every index.
    private var inserts: [UInt32: Int] = [:]
    private var deletes: [UInt32: Int] = [:]
    /// Rows that change, by what changes.
    private var updates: [Update: (layout: RowLayout, count: Int)] = [:]

    init(_ schema: StoreSchema) { self.schema = schema }

    mutating func addInserts(_ rows: [StoreChanges.Row]) {
        var index = 0
        while index < rows.count {
            let layout = rows[index].view.layout
            let start = index
            repeat { index += 1 } while index < rows.count && rows[index].view.isLaidOut(by: layout)
            inserts[layout.root.rawValue, default: 0] += index - start
        }
    }

    mutating func addDeletes(_ marks: [StoreChanges.Mark]) {
        var index = 0
        while index < marks.count {
            let entity = marks[index].entity
            let start = index
            repeat { index += 1 } while index < marks.count && marks[index].entity === entity
            deletes[entity.rootNumber.rawValue, default: 0] += index - start
        }
    }

    /// Adds rows that are replaced, of which only what changes is written.
    mutating func add(_ rows: [StoreChanges.Row]) {
        var index = 0
        while index < rows.count {
            let (layout, changed) = (rows[index].view.layout, rows[index].changed)
            let start = index
            repeat {
                index += 1
            } while index < rows.count && rows[index].changed == changed
                && rows[index].view.isLaidOut(by: layout)
            updates[Update(layout: ObjectIdentifier(layout), changed: changed), default: (layout, 0)].count +=
                index - start
        }
    }

    /// How many rows come into a table.
    func inserted(_ table: TableSchema) -> Int { inserts[table.root.rawValue] ?? 0 }

    /// The indexes of a table with at least so many changed entries.
    ///
    /// Those with a condition are left out: few rows have an entry in them.
    func indexes(of table: TableSchema, atLeast least: Int) -> [(index: IndexSchema, entries: Int)] {
        let rows = inserted(table) + (deletes[table.root.rawValue] ?? 0)
        let changed = updates.filter { $0.value.layout.root == table.root }
        guard changed.reduce(rows, { $0 + $1.value.count }) >= least else { return [] }
        let parts = changed.map { (columns: columns($0.key.changed, $0.value.layout, table), count: $0.value.count) }
        return schema.indexes.compactMap { index in
            guard index.table == table.table, index.condition == nil else { return nil }
            let entries = parts.reduce(rows) { sum, part in
                index.elements.contains { part.columns.contains($0.column) } ? sum + part.count : sum
            }
            return entries >= least ? (index, entries) : nil
        }
    }

    private func columns(_ changed: SlotSet, _ layout: RowLayout, _ table: TableSchema) -> Set<String> {
        var columns: Set<String> = []
        changed.forEach { slot in
            guard let column = table.column(layout.slots[slot].key, of: layout.descriptor.entity) else { return }
            columns.insert(column.name)
            columns.insert(column.comparedColumn)
        }
        return columns
    }
}
