import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension QueryPlanner {
    /// A plan of groups; nil unless all of it can be said in SQL.
    func plan(_ query: StoreQuery, grouping: StoreGrouping) -> StorePlan? {
        guard query.limit == nil, let start = start(query), start.residual == nil else { return nil }
        var compiler = start.compiler
        let scope = SQLScope(start.subject)
        var columns: [SQLFragment] = []
        var keys: [SQLGroupQuery.Key] = []
        for key in grouping.keys {
            if let reference = compiler.leavingReference(key, start.subject) {
                columns += [reference.key, reference.peer]
                keys.append(.reference(reference.root))
                continue
            }
            guard let operand = compiler.operand(key, scope), operand.kind.hasNativeEquality else { return nil }
            columns.append(operand.whole)
            keys.append(.value(operand.kind))
        }
        let keyCount = columns.count
        var parts: [SQLGroupQuery.Part] = []
        for (number, aggregate) in grouping.aggregates.enumerated() {
            guard let operand = compiler.operand(aggregate.operand, scope),
                let (column, part) = column(aggregate.function, operand, number)
            else { return nil }
            columns.append(column)
            parts.append(part)
        }
        if columns.isEmpty { columns = ["1"] }
        func list(_ columns: some Collection<SQLFragment>) -> SQLFragment {
            columns.dropFirst().reduce(columns.first ?? "") { "\($0), \($1)" }
        }
        var statement: SQLFragment = "SELECT \(list(columns)) \(start.tail)"
        if !keys.isEmpty {
            let places = (1...keyCount).map(String.init).joined(separator: ", ")
            statement = "\(statement) GROUP BY \(places)"
        }
        guard statement.isReadable, statement.values.count < Self.parameterLimit else { return nil }
        let payload = SQLGroupQuery(
            shape: context.shapes.shape(statement.sql), values: statement.values, keys: keys,
            aggregates: grouping.aggregates, parts: parts, table: start.reader.table.table,
            filter: start.countingTail)
        return StorePlan(
            query: query, residual: nil, isSorted: false, isLimited: false, payload: payload)
    }

    /// The column of an aggregate: the engine's own function where it gives the same, else ours.
    private func column(
        _ function: ExpressionFunction, _ operand: SQLOperand, _ number: Int
    ) -> (SQLFragment, SQLGroupQuery.Part)? {
        if function == .count { return ("count(\(operand.whole))", .count) }
        guard let letter = operand.kind.letter else { return nil }
        switch function {
        case .minimum, .maximum:
            guard operand.kind.hasNativeEquality else { break }
            return ("\(function.rawValue)(\(operand.whole))", .value(operand.kind))
        default: break
        }
        return (
            "polystore_partial(\(String(number)), '\(String(letter))', \(operand.whole))", .accumulated
        )
    }
}
