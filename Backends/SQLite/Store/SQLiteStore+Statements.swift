import PolystoreModel
import PolystoreStorage

extension SQLiteStore: StatementStore {
    /// More columns than a function takes.
    private static let columnLimit = 100

    package func update(
        _ query: StoreQuery, _ properties: [PropertyKey], _ change: @escaping (RowView) throws -> MutableRow
    ) throws -> Int? {
        let connection = try writingConnection()
        guard let before = transaction, !before.isPrepared, !before.hasApplied,
            let start = start(query), let statement = updating(start, properties)
        else { return nil }
        let rows = RowChange(start.reader, properties, change)
        connection.functions.rowChange = rows
        defer { connection.functions.rowChange = nil }
        do {
            return try run(statement, connection)
        } catch {
            if let failure = rows.failure { throw failure }
            guard rows.hasOtherRows else { throw failing(error) }
            try beginAgain(before, connection)
            return nil
        }
    }

    package func delete(_ query: StoreQuery) throws -> Int? {
        let connection = try writingConnection()
        guard let before = transaction, !before.isPrepared, !before.hasApplied, let start = start(query) else {
            return nil
        }
        // Files of large values have to be named before their rows go.
        for entity in query.entities where try rowWriter(for: entity).externalFiles != nil { return nil }
        let table = start.reader.table.table
        do {
            return try run("DELETE FROM \(table) AS t0 WHERE \(start.condition ?? .yes)", connection)
        } catch {
            throw failing(error)
        }
    }

    /// The plan's beginning of a query that SQL decides alone.
    private func start(_ query: StoreQuery) -> QueryPlanner.Start? {
        var unordered = query
        (unordered.isOrdered, unordered.sortKeys, unordered.limit) = (false, [], nil)
        guard let start = QueryPlanner(context: context).start(unordered), start.residual == nil,
            (start.condition?.values.count ?? 0) < QueryPlanner.parameterLimit
        else { return nil }
        return start
    }

    private func updating(_ start: QueryPlanner.Start, _ properties: [PropertyKey]) -> SQLFragment? {
        let list = start.reader.columnList
        guard start.reader.columnCount < Self.columnLimit else { return nil }
        var assignments: [String] = []
        for (number, property) in properties.enumerated() {
            guard let column = start.subject.column(property), RowChange.gives(column.kind), !column.isExternal
            else { return nil }
            assignments.append("\(SQLName.quoted(column.name)) = polystore_changed(\(number), \(list))")
        }
        assignments += ["Z_OPT = Z_OPT + 1", "ZX_SEAL = polystore_changed(-1, \(list))"]
        let update = "UPDATE \(start.reader.table.table) AS t0 SET \(assignments.joined(separator: ", "))"
        return "\(update) WHERE \(start.condition ?? .yes)"
    }

    private func run(_ fragment: SQLFragment, _ connection: Connection) throws(StoreError) -> Int {
        let statement = try connection.statement(context.shapes.shape(fragment.sql))
        defer { connection.finish(statement) }
        fragment.values.bind(to: statement)
        try statement.run()
        transaction?.hasApplied = true
        return connection.changeCount
    }
}
