import PolystoreModel
import PolystoreStorage

extension SQLiteSnapshot {
    func rows(_ plan: StorePlan, _ receive: (RowBatch) -> Bool) throws(StoreError) {
        guard let query = try payload(plan) else { return }
        try use { (connection) throws(StoreError) in
            try rows(query.rows, query.reader, connection, query.bindRows, receive)
            if let meter = plan.meter, let visited = try query.measurement(context.shapes).visited(connection) {
                meter.add(visited: visited)
            }
        }
    }

    func count(_ plan: StorePlan) throws(StoreError) -> Int {
        guard plan.isExact else {
            throw context.named(StoreError(.unsupported, [.reason: "a plan that leaves a filter cannot be counted"]))
        }
        guard let query = try payload(plan) else { return 0 }
        return try use { (connection) throws(StoreError) in
            let statement = try connection.statement(query.count)
            defer { connection.finish(statement) }
            query.bindCount(statement)
            return try statement.step() ? Int(statement.integer(0)) : 0
        }
    }

    /// The statements of a plan; nil for a plan over entities of which the store holds none.
    func payload(_ plan: StorePlan) throws(StoreError) -> SQLQuery? {
        if let query = plan.payload(as: SQLQuery.self) { return query }
        // A plan that was made elsewhere hands out every row of the entities.
        var everything = StoreQuery(entities: plan.query.entities.filter(context.served.contains))
        everything.isOrdered = plan.isSorted
        guard !everything.entities.isEmpty else { return nil }
        return QueryPlanner(context: context).plan(everything).payload(as: SQLQuery.self)
    }
}
