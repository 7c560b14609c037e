import PolystoreModel
import PolystoreStorage

/// How many entries a save changes in each index of each table.
struct ChangedEntries {
    private let schema: StoreSchema
    /// Rows that come or go, by root: they have an entry in every index.
    private var whole: [UInt32: Int] = [:]
    /// Rows that change, by root and by what changes.
    private var partial: [UInt32: [(columns: Set<String>, count: Int)]] = [:]

    init(_ schema: StoreSchema) { self.schema = schema }

    mutating func addWhole(_ rows: [StoreChanges.Row]) {
        var index = 0
        while index < rows.count {
            let layout = rows[index].view.layout
            let start = index
            repeat { index += 1 } while index < rows.count && rows[index].view.isLaidOut(by: layout)
            whole[layout.root.rawValue, default: 0] += index - start
        }
    }

    mutating func addWhole(_ marks: [StoreChanges.Mark]) {
        var index = 0
        while index < marks.count {
            let entity = marks[index].entity
            let start = index
            repeat { index += 1 } while index < marks.count && marks[index].entity === entity
            whole[entity.rootNumber.rawValue, default: 0] += index - start
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
            partial[layout.root.rawValue, default: []].append((columns(changed, layout), index - start))
        }
    }

    private func columns(_ changed: SlotSet, _ layout: RowLayout) -> Set<String> {
        guard let table = schema.table(layout.root) else { return [] }
        var columns: Set<String> = []
        changed.forEach { slot in
            guard let column = table.column(layout.slots[slot].key, of: layout.descriptor.entity) else { return }
            columns.insert(column.name)
            columns.insert(column.comparedColumn)
        }
        return columns
    }

    /// The indexes of a table with at least so many changed entries.
    ///
    /// Those with a condition are left out: few rows have an entry in them.
    func indexes(of table: TableSchema, atLeast least: Int) -> [(index: IndexSchema, entries: Int)] {
        let (rows, parts) = (whole[table.root.rawValue] ?? 0, partial[table.root.rawValue] ?? [])
        guard parts.reduce(rows, { $0 + $1.count }) >= least else { return [] }
        return schema.indexes.compactMap { index in
            guard index.table == table.table, index.condition == nil else { return nil }
            let entries = parts.reduce(rows) { sum, part in
                index.elements.contains { part.columns.contains($0.column) } ? sum + part.count : sum
            }
            return entries >= least ? (index, entries) : nil
        }
    }
}
