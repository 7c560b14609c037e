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
        guard let snapshot = snapshot as? SQLiteSnapshot, let query = plan.payload(as: SQLGroupQuery.self) else {
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
            query.values.bind(to: statement)
            while try statement.step() {
                let keys = try keys(of: query, statement)
                let parts = query.aggregates.indices.map { number -> AggregateAccumulator in
                    accumulator(query, number, statement, functions)
                }
                receive(keys, parts)
                functions.results.removeAll(keepingCapacity: true)
            }
        }
    }

    private func keys(of query: SQLGroupQuery, _ statement: Statement) throws(StoreError) -> [Value] {
        var keys: [Value] = []
        var column = 0
        for key in query.keys {
            switch key {
            case .value(let kind):
                keys.append(value(statement, column, kind))
                column += 1
            case .reference(let root):
                keys.append(try object(statement, column, root))
                column += 2
            }
        }
        return keys
    }

    /// The object of two columns: its key, and the peer that says where it lives.
    private func object(_ statement: Statement, _ column: Int, _ root: RootNumber) throws(StoreError) -> Value {
        guard !statement.isNull(Int32(column)) else { return .missing }
        let key = statement.integer(Int32(column))
        let peer = UInt32(truncatingIfNeeded: statement.integer(Int32(column + 1)))
        if peer == 0 { return .object(ObjectID(store: context.number, root: root, key: key)) }
        guard let target = context.peers.target(of: peer) else {
            throw context.named(StoreError(.damaged, [.reason: "a reference names an unknown peer"]))
        }
        return .object(ObjectID(store: target.store, root: target.root, key: key))
    }

    private func accumulator(
        _ query: SQLGroupQuery, _ number: Int, _ statement: Statement, _ functions: FunctionState
    ) -> AggregateAccumulator {
        let column = query.keyWidth + number
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
