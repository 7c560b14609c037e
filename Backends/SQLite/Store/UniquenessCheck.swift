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
        let slots = constraint.properties.map { layout.index(of: $0.key) }
        guard let table = context.schema.table(layout.root), !slots.isEmpty, slots.allSatisfy({ $0 >= 0 }) else {
            return []
        }
        let columns = try columns(of: constraint, table)
        var conflicts: [StoreConflicts.Uniqueness] = []
        for change in rows where slots.contains(where: change.changed.contains) {
            let row = change.view
            let elements = zip(columns, slots).map { UniqueElement(column: $0, slot: layout.slots[$1], row: row) }
            if elements.contains(where: { row.isMissing($0.slot) }) { continue }
            let statement = try connection.statement(shape(constraint, table, elements))
            defer { connection.finish(statement) }
            statement.bind(row.key, 1)
            var parameter: Int32 = 2
            for element in elements { element.bind(row, statement, &parameter) }
            while try statement.step() {
                let other = statement.integer(0)
                guard try haveEqualFiles(elements, table, row.key, other) else { continue }
                let object = ObjectID(store: context.number, root: layout.root, key: other)
                conflicts.append(.init(constraint: constraint, object: row.objectID, other: object))
                break
            }
        }
        return conflicts
    }

    private func columns(
        of constraint: UniquenessConstraint, _ table: TableSchema
    ) throws(StoreError) -> [StoredColumn] {
        var columns: [StoredColumn] = []
        let present = context.present.columns(of: table.table)
        for property in constraint.properties {
            guard var column = table.column(property.key, of: constraint.entity.name) else {
                throw StoreError(.unsupported, [.entity: constraint.entity.name, .property: property.name])
            }
            // A reference that cannot leave its store has no column for a peer.
            if column.kind.isReference, let peer = column.companion, !present.contains(peer) { column.companion = nil }
            columns.append(column)
        }
        return columns
    }

    private func shape(
        _ constraint: UniquenessConstraint, _ table: TableSchema, _ elements: [UniqueElement]
    ) -> SQLShape {
        var parameter = 2
        var conditions = elements.map { $0.condition(table, &parameter) }
        let family = constraint.entity.concreteFamily
        if family.count < constraint.entity.root.concreteFamily.count {
            let numbers = family.compactMap { context.schema.numbers[$0.name] }.sorted().map(String.init)
            // The plus keeps the engine from taking the index of the entities instead.
            conditions.append("+Z_ENT IN (\(numbers.joined(separator: ", ")))")
        }
        conditions.append("Z_PK <> ?1")
        return context.shapes.shape("SELECT Z_PK FROM \(table.table) WHERE \(conditions.joined(separator: " AND "))")
    }

    /// Whether the values that lie in files are the same in two rows whose lengths and checksums are.
    private func haveEqualFiles(
        _ elements: [UniqueElement], _ table: TableSchema, _ key: Int64, _ other: Int64
    ) throws(StoreError) -> Bool {
        for element in elements where element.comparesDescription {
            if try data(element.column, table, key) != data(element.column, table, other) { return false }
        }
        return true
    }

    private func data(_ column: StoredColumn, _ table: TableSchema, _ key: Int64) throws(StoreError) -> [UInt8]? {
        let name = SQLName.quoted(column.name)
        let statement = try connection.statement(
            context.shapes.shape("SELECT \(name) FROM \(table.table) WHERE Z_PK = ?1"))
        defer { connection.finish(statement) }
        statement.bind(key, 1)
        guard try statement.step(), !statement.isNull(0) else { return nil }
        switch ExternalValue(statement.bytes(0)) {
        case .inline(let value): return Array(value)
        case .file(let file): return try context.externalData.read(file, property: column.key)
        case nil: return Array(statement.bytes(0))
        }
    }
}
