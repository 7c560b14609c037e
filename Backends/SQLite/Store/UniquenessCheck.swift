import PolystoreModel
import PolystoreStorage

/// Checks uniqueness constraints on the state after a save, for the rows that the save touched.
///
/// A unique index would judge each statement by itself and refuse two values that trade places; so the indexes are
/// plain, and one query a touched row asks for another row with the same values.
struct UniquenessCheck {
    private let context: StoreContext
    private let connection: Connection

    init(_ context: StoreContext, _ connection: Connection) {
        self.context = context
        self.connection = connection
    }

    /// The conflicts, each once.
    mutating func run(_ changes: StoreChanges) throws(StoreError) -> [StoreConflicts.Uniqueness] {
        var found: [StoreConflicts.Uniqueness] = []
        var seen: Set<StoreConflicts.Uniqueness> = []
        for rows in [changes.updates, changes.inserts] {
            var index = 0
            while index < rows.count {
                let layout = rows[index].view.layout
                var end = index + 1
                while end < rows.count, rows[end].view.layout === layout { end += 1 }
                for constraint in layout.entity?.uniquenessConstraints ?? [] {
                    for conflict in try check(constraint, layout, rows[index..<end]) {
                        let mirrored = StoreConflicts.Uniqueness(
                            constraint: constraint, object: conflict.other, other: conflict.object)
                        if !seen.contains(mirrored), seen.insert(conflict).inserted { found.append(conflict) }
                    }
                }
                index = end
            }
        }
        return found
    }

    private func check(
        _ constraint: UniquenessConstraint, _ layout: RowLayout, _ rows: ArraySlice<StoreChanges.Row>
    ) throws(StoreError) -> [StoreConflicts.Uniqueness] {
        let slots = constraint.attributes.map { layout.index(of: $0.key) }
        guard let table = context.schema.table(layout.root), !slots.isEmpty, slots.allSatisfy({ $0 >= 0 }) else {
            return []
        }
        let statement = try connection.statement(try shape(constraint, table))
        defer { connection.finish(statement) }
        var conflicts: [StoreConflicts.Uniqueness] = []
        for change in rows where slots.contains(where: change.changed.contains) {
            let row = change.view
            var isComplete = true
            for (position, slot) in slots.enumerated() where isComplete {
                isComplete = RowBinder.bindCompared(row, layout.slots[slot], statement, Int32(position + 2))
            }
            guard isComplete else { continue }
            statement.bind(row.key, 1)
            if try statement.step() {
                let other = ObjectID(store: context.number, root: layout.root, key: statement.integer(0))
                conflicts.append(.init(constraint: constraint, object: row.objectID, other: other))
            }
            statement.reset()
        }
        return conflicts
    }

    private func shape(_ constraint: UniquenessConstraint, _ table: TableSchema) throws(StoreError) -> SQLShape {
        var conditions: [String] = []
        for (position, attribute) in constraint.attributes.enumerated() {
            guard let column = table.column(attribute.key, of: constraint.entity.name) else {
                throw StoreError(.unsupported, [.entity: constraint.entity.name, .property: attribute.name])
            }
            conditions.append("\(SQLName.quoted(column.comparedColumn)) = ?\(position + 2)")
        }
        let family = constraint.entity.concreteFamily
        if family.count < constraint.entity.root.concreteFamily.count {
            let numbers = family.compactMap { context.schema.numbers[$0.name] }.sorted().map(String.init)
            // The plus keeps the engine from taking the index of the entities instead.
            conditions.append("+Z_ENT IN (\(numbers.joined(separator: ", ")))")
        }
        conditions.append("Z_PK <> ?1")
        return context.shapes.shape(
            "SELECT Z_PK FROM \(table.table) WHERE \(conditions.joined(separator: " AND ")) LIMIT 1")
    }
}
