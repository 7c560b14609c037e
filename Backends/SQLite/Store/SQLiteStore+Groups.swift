import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension SQLiteStore: GroupingStore {
    package func plan(_ query: StoreQuery, grouping: StoreGrouping) -> StorePlan? {
        QueryPlanner(context: context).plan(query, grouping: grouping)
    }

    package func groups(
        _ plan: StorePlan, in snapshot: any StoreSnapshot, _ receive: ([Value], [AggregateAccumulator]) -> Void
    ) throws(StoreError) {
        guard let snapshot = snapshot as? SQLiteSnapshot, let query = plan.payload as? SQLGroupQuery else {
            throw context.named(StoreError(.unsupported, [.reason: "the plan is not one of groups"]))
        }
        try snapshot.groups(query, receive)
    }
}

extension SQLiteSnapshot {
    fileprivate func groups(
        _ query: SQLGroupQuery, _ receive: ([Value], [AggregateAccumulator]) -> Void
    ) throws(StoreError) {
        try use { (connection) throws(StoreError) in
            let functions = connection.functions
            let statement = try connection.statement(query.shape)
            defer {
                connection.finish(statement)
                (functions.partials, functions.results) = ([], [])
            }
            (functions.partials, functions.results) = (query.aggregates, [])
            for (index, value) in query.values.enumerated() { value.bind(to: statement, Int32(index + 1)) }
            while try statement.step() {
                let keys = query.keys.enumerated().map { value(statement, $0.offset, $0.element) }
                let parts = query.aggregates.indices.map { number -> AggregateAccumulator in
                    accumulator(query, number, statement, functions)
                }
                receive(keys, parts)
                functions.results.removeAll(keepingCapacity: true)
            }
        }
    }

    private func accumulator(
        _ query: SQLGroupQuery, _ number: Int, _ statement: Statement, _ functions: FunctionState
    ) -> AggregateAccumulator {
        let column = query.keys.count + number
        var accumulator = AggregateAccumulator(query.aggregates[number])
        switch query.parts[number] {
        case .count: accumulator.add(count: Int(statement.integer(Int32(column))))
        case .value(let kind): accumulator.add(value(statement, column, kind))
        case .accumulated:
            // Of no values there is nothing accumulated.
            if !statement.isNull(Int32(column)) {
                accumulator = functions.results[Int(statement.integer(Int32(column)))]
            }
        }
        return accumulator
    }

    private func value(_ statement: Statement, _ column: Int, _ kind: SQLOperand.Kind) -> Value {
        if case .object(let root) = kind {
            guard !statement.isNull(Int32(column)) else { return .missing }
            return .object(ObjectID(store: context.number, root: root, key: statement.integer(Int32(column))))
        }
        return FunctionValue.value(statement.value(Int32(column)).handle, kind.letter?.asciiValue ?? 0)
    }
}
