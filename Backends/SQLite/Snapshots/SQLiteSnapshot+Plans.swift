import PolystoreModel
import PolystoreStorage

extension SQLiteSnapshot {
    func rows(_ plan: StorePlan, _ receive: (RowBatch) -> Bool) throws(StoreError) {
        guard let query = try payload(plan) else { return }
        try use { (connection) throws(StoreError) in
            if plan.meter == nil, let pages = query.statements.pages {
                let isDone = try readPages(query.reader, connection) { (walk) throws(PageTrouble) in
                    try walk.rows(pages, query.values, RowBatchBuilder(layouts: context.layouts), receive)
                }
                if isDone { return }
            }
            let statement = try connection.statement(plan.meter.flatMap { _ in query.metered?.rows } ?? query.rows)
            connection.functions.visited = 0
            defer {
                connection.finish(statement)
                if query.metered != nil { plan.meter?.add(visited: connection.functions.visited) }
            }
            for (index, value) in query.values.enumerated() { value.bind(to: statement, Int32(index + 1)) }
            let builder = RowBatchBuilder(layouts: context.layouts)
            guard try deliver(statement, query.reader, builder, receive) else { return }
            for batch in builder.takeBatches() where !receive(batch) { return }
        }
    }

    func count(_ plan: StorePlan) throws(StoreError) -> Int {
        guard plan.isExact else {
            throw context.named(StoreError(.unsupported, [.reason: "a plan that leaves a filter cannot be counted"]))
        }
        guard let query = try payload(plan) else { return 0 }
        return try use { (connection) throws(StoreError) in
            if plan.meter == nil, let pages = query.statements.pages {
                var count = 0
                let isDone = try readPages(query.reader, connection) { (walk) throws(PageTrouble) in
                    guard let found = try walk.count(pages, query.countedValues) else { return false }
                    count = found
                    return true
                }
                if isDone { return count }
            }
            let statement = try connection.statement(query.count)
            defer { connection.finish(statement) }
            for (index, value) in query.countedValues.enumerated() { value.bind(to: statement, Int32(index + 1)) }
            return try statement.step() ? Int(statement.integer(0)) : 0
        }
    }

    /// What a plan runs; nil for a plan over entities of which the store holds none.
    func payload(_ plan: StorePlan) throws(StoreError) -> SQLQuery? {
        if let query = plan.payload(as: SQLQuery.self) { return query }
        // A plan that was made elsewhere hands out every row of the entities.
        var everything = StoreQuery(entities: plan.query.entities.filter(context.served.contains))
        everything.isOrdered = plan.isSorted
        guard !everything.entities.isEmpty else { return nil }
        return QueryPlanner(context: context).plan(everything).payload(as: SQLQuery.self)
    }
}
