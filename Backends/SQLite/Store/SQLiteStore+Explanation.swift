import PolystoreModel
import PolystoreStorage

extension SQLiteStore {
    /// How many rows, evenly spread over the keys, an estimate looks at.
    private static let sampleSize: Int64 = 64
    /// How many values of a statement are shown.
    private static let valueLimit = 16

    /// The statement of a plan, what it is bound to, how the engine searches, and how many rows it will find.
    func explain(_ plan: StorePlan) -> [StorePlan.Step] {
        if let query = plan.payload(as: SQLQuery.self) { return steps(plan, query) }
        if let groups = plan.payload(as: SQLGroupQuery.self) { return steps(groups) }
        return plan.steps
    }

    private func steps(_ plan: StorePlan, _ query: SQLQuery) -> [StorePlan.Step] {
        let filter = query.measurement(context.shapes).filter
        let found = details(query.rows, query.values, query.reader.table.table, filter)
        let rows = found.rows.map { rows in plan.isLimited ? plan.limit.map { min($0, rows) } ?? rows : rows }
        var steps = [StorePlan.Step("SELECT … \(query.tail)", estimatedRows: rows)] + found.steps
        if plan.residual != nil {
            steps.append(query.isFiltered ? "filter: in part in SQL, the rest on rows" : "filter: on rows")
        } else if query.isFiltered {
            steps.append("filter: in SQL")
        }
        if plan.isSorted { steps.append("order: in SQL") }
        if plan.isLimited { steps.append("limit: in SQL") }
        return steps
    }

    /// The number of groups is not estimated.
    private func steps(_ groups: SQLGroupQuery) -> [StorePlan.Step] {
        let found = details(groups.shape, groups.values, groups.table, groups.filter)
        let rows = StorePlan.Step("rows of the groups: in SQL", estimatedRows: found.rows)
        return [StorePlan.Step(groups.shape.sql)] + found.steps + [rows, "groups: in SQL"]
    }

    private func details(
        _ statement: SQLShape, _ values: [SQLValue], _ table: String, _ filter: SQLFragment
    ) -> (steps: [StorePlan.Step], rows: Int?) {
        var details: [StorePlan.Step] = []
        if !values.isEmpty {
            let shown = values.prefix(Self.valueLimit).map(\.text).joined(separator: ", ")
            details.append(StorePlan.Step("values: \(shown)\(values.count > Self.valueLimit ? ", …" : "")"))
        }
        // An explanation that cannot look into the store still says what will be done.
        guard let found = try? search(statement, table, filter) else { return (details, nil) }
        return (details + found.steps.map { StorePlan.Step("engine: \($0)") }, found.rows)
    }

    private func search(
        _ searched: SQLShape, _ table: String, _ filter: SQLFragment
    ) throws(StoreError) -> (steps: [String], rows: Int) {
        let snapshot = try SQLiteSnapshot(context, pool, snapshots)
        return try snapshot.use { (connection) throws(StoreError) in
            (try connection.searchSteps(searched.sql), try estimate(table, filter, connection))
        }
    }

    /// How many rows a filter will find: as many of all as of a sample.
    private func estimate(
        _ table: String, _ filter: SQLFragment, _ connection: Connection
    ) throws(StoreError) -> Int {
        guard let last = try connection.integer("SELECT max(Z_PK) FROM \(table)"), last > 0 else { return 0 }
        let step = max(1, last / Self.sampleSize)
        // From the end on, because that is where keys were not deleted long ago.
        let first = max(1, last - step * (Self.sampleSize - 1))
        let keys = Array(stride(from: last, through: first, by: -Int(step)))
        let list = keys.map(String.init).joined(separator: ", ")
        let present = try connection.integer("SELECT count(*) FROM \(table) WHERE Z_PK IN (\(list))") ?? 0
        let sampled = try connection.prepare("SELECT count(*) \(filter.sql) AND t0.Z_PK IN (\(list))")
        filter.values.bind(to: sampled)
        guard present > 0, try sampled.step() else { return 0 }
        let all = Double(last) * Double(present) / Double(keys.count)
        return Int((all * Double(sampled.integer(0)) / Double(present)).rounded())
    }
}

extension SQLValue {
    /// The value as text, for explanations.
    fileprivate var text: String {
        switch self {
        case .integer(let number): String(number)
        case .double(let number): String(number)
        case .text(let bytes): "\"\(String(decoding: bytes, as: UTF8.self))\""
        case .blob(let bytes): "{\(bytes.count) bytes}"
        }
    }
}
