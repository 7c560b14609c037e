import PolystoreModel
import PolystoreStorage

extension SQLiteStore {
    /// How many rows, evenly spread over the keys, an estimate looks at.
    private static let sampleSize: Int64 = 64
    /// How many values of a statement are shown.
    private static let valueLimit = 16

    /// A plan with what its statement is bound to, how the engine searches, and how many rows it will find.
    func explained(_ plan: StorePlan) -> StorePlan {
        guard let query = plan.payload(as: SQLQuery.self), let metered = query.metered, !plan.steps.isEmpty else {
            return plan
        }
        var plan = plan
        let found = details(query.rows, query.values, query.reader.table.table, metered)
        if let rows = found.rows {
            plan.steps[0].estimatedRows = plan.isLimited ? plan.limit.map { min($0, rows) } : rows
        }
        plan.steps.insert(contentsOf: found.steps, at: 1)
        // An explanation that cannot look into the store still says what will be done.
        if let pages = try? pages(plan) {
            plan.steps.append(StorePlan.Step("instead, unless statements are traced: \(pages)"))
        }
        return plan
    }

    /// What is done where rows lie on their pages instead of running the statement; nil where nothing is.
    private func pages(_ plan: StorePlan) throws(StoreError) -> String? {
        var asked = plan.query
        asked.wantsEstimates = false
        guard let query = QueryPlanner(context: context).plan(asked).payload(as: SQLQuery.self),
            let pages = query.statements.pages
        else { return nil }
        let snapshot = try SQLiteSnapshot(context, pool, snapshots)
        return try snapshot.use { (connection) throws(StoreError) in
            var text: String?
            _ = try snapshot.readPages(query.reader, connection) { (walk) throws(PageTrouble) in
                guard let way = try walk.way(pages, query.values) else { return false }
                text = way.column.map { "read pages of the index over \($0)" } ?? "read all pages of the table"
                return true
            }
            return text
        }
    }

    /// A plan of groups with the same; how many groups there will be, nobody says.
    func explainedGroups(_ plan: StorePlan) -> StorePlan {
        guard let query = plan.payload(as: SQLGroupQuery.self), let metered = query.metered, !plan.steps.isEmpty else {
            return plan
        }
        var plan = plan
        let found = details(query.shape, query.values, query.table, metered)
        let rows = StorePlan.Step("rows of the groups: in SQL", estimatedRows: found.rows)
        plan.steps.insert(contentsOf: found.steps + [rows], at: 1)
        return plan
    }

    private func details(
        _ statement: SQLShape, _ values: [SQLValue], _ table: String, _ metered: SQLQuery.Metered
    ) -> (steps: [StorePlan.Step], rows: Int?) {
        var details: [StorePlan.Step] = []
        if !values.isEmpty {
            let shown = values.prefix(Self.valueLimit).map(\.text).joined(separator: ", ")
            details.append(StorePlan.Step("values: \(shown)\(values.count > Self.valueLimit ? ", …" : "")"))
        }
        // An explanation that cannot look into the store still says what will be done.
        guard let found = try? search(statement, values, table, metered) else { return (details, nil) }
        return (details + found.steps.map { StorePlan.Step("engine: \($0)") }, found.rows)
    }

    private func search(
        _ searched: SQLShape, _ values: [SQLValue], _ table: String, _ metered: SQLQuery.Metered
    ) throws(StoreError) -> (steps: [String], rows: Int) {
        let snapshot = try SQLiteSnapshot(context, pool, snapshots)
        return try snapshot.use { (connection) throws(StoreError) in
            let statement = try connection.prepare("EXPLAIN QUERY PLAN " + searched.sql)
            for (index, value) in values.enumerated() { value.bind(to: statement, Int32(index + 1)) }
            var steps: [String] = []
            while try statement.step() { steps.append(statement.text(3)) }
            return (steps, try estimate(table, metered, connection))
        }
    }

    /// How many rows a filter will find: as many of all as of a sample.
    private func estimate(
        _ table: String, _ metered: SQLQuery.Metered, _ connection: Connection
    ) throws(StoreError) -> Int {
        guard let last = try connection.integer("SELECT max(Z_PK) FROM \(table)"), last > 0 else { return 0 }
        let step = max(1, last / Self.sampleSize)
        // From the end on, because that is where keys were not deleted long ago.
        let first = max(1, last - step * (Self.sampleSize - 1))
        let keys = Array(stride(from: last, through: first, by: -Int(step)))
        let list = keys.map(String.init).joined(separator: ", ")
        let present = try connection.integer("SELECT count(*) FROM \(table) WHERE Z_PK IN (\(list))") ?? 0
        let sampled = try connection.prepare("SELECT count(*) \(metered.tail) AND t0.Z_PK IN (\(list))")
        for (index, value) in metered.values.enumerated() { value.bind(to: sampled, Int32(index + 1)) }
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
