import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Decides what of a query SQL does: the filter exactly, in part or not at all, the order, the limit.
struct QueryPlanner {
    let context: StoreContext

    func plan(_ query: StoreQuery) -> StorePlan {
        guard let first = query.entities.first,
            let reader = context.reader(first.rootNumber, entities: query.entities.filter(context.served.contains))
        else { return .scan(query) }
        let subject = SQLCompiler.Subject(alias: "t0", table: reader.table, entities: query.entities.map(\.name))
        var compiler = SQLCompiler(context)
        let filter = filter(query.predicate, subject, &compiler)
        let order = query.isOrdered ? order(query, subject, &compiler) : nil
        let isLimited = query.limit != nil && order != nil && filter.residual == nil

        var conditions = filter.condition.map { [$0] } ?? []
        if let entities = entityCondition(query, hasFilter: filter.condition != nil || order != nil) {
            conditions.append(entities)
        }
        var tail: SQLFragment = "FROM \(reader.table.table) t0"
        if !conditions.isEmpty { tail = "\(tail) WHERE \(SQLFragment.joined(conditions, "AND"))" }
        let unordered = tail
        if let order { tail = "\(tail) ORDER BY \(order)" }
        if isLimited, let limit = query.limit {
            tail = "\(tail) LIMIT \(bind: .integer(Int64(limit)))"
        }
        guard tail.values.count < Self.parameterLimit else { return .scan(query) }
        let counted: SQLFragment = isLimited ? "FROM (SELECT 1 \(tail))" : unordered
        let payload = SQLQuery(
            rows: context.shapes.shape("SELECT \(reader.columnList) \(tail.sql)"),
            count: context.shapes.shape("SELECT count(*) \(counted.sql)"), values: tail.values,
            countValues: counted.values, reader: reader)
        return StorePlan(
            query: query, residual: filter.residual, isSorted: order != nil, isLimited: isLimited,
            steps: steps(filter, order, isLimited, tail), payload: payload)
    }

    /// SQLite's own default for the number of parameters of a statement.
    private static let parameterLimit = 32_000

    private struct Filter {
        var condition: SQLFragment?
        var residual: ResolvedPredicate?
    }

    /// Each part that must hold goes into SQL as far as it can be said there.
    private func filter(
        _ predicate: ResolvedPredicate?, _ subject: SQLCompiler.Subject, _ compiler: inout SQLCompiler
    ) -> Filter {
        guard let predicate else { return Filter() }
        var conditions: [SQLFragment] = []
        var rest: [ResolvedPredicate] = []
        for part in predicate.conjuncts {
            if let condition = compiler.condition(part, subject) {
                conditions.append(condition)
            } else {
                rest.append(part)
                if let condition = compiler.necessaryCondition(part, subject) { conditions.append(condition) }
            }
        }
        return Filter(
            condition: conditions.isEmpty ? nil : .joined(conditions, "AND"), residual: .conjunction(rest))
    }

    /// The terms of the order, ended by the key; nil when one of them cannot be said in SQL.
    private func order(
        _ query: StoreQuery, _ subject: SQLCompiler.Subject, _ compiler: inout SQLCompiler
    ) -> SQLFragment? {
        var terms: [SQLFragment] = []
        for key in query.sortKeys {
            guard let path = key.path, let operand = compiler.operand(path, subject), let term = sortTerm(operand, key)
            else { return nil }
            // Null comes first ascending and last descending, which is SQLite's own way.
            terms.append("\(term) \(key.isAscending ? "ASC" : "DESC")")
        }
        terms.append("t0.Z_PK \(query.isKeyAscending ? "ASC" : "DESC")")
        return terms.dropFirst().reduce(terms[0]) { "\($0), \($1)" }
    }

    private func sortTerm(_ operand: SQLOperand, _ key: ResolvedSortKey) -> SQLFragment? {
        switch operand.kind {
        case .data, .object: return nil
        case .decimal:
            guard let edited = operand.editedExpression else { return operand.expression }
            return "ifnull(\(operand.expression), \(edited))"
        case .text:
            let folding = TextFolding(rawValue: key.options.rawValue)
            return folding.isIdentity
                ? operand.expression : "polystore_fold(\(operand.expression), \(folding.rawValue))"
        case .boolean, .integer, .real, .date, .uuid: return operand.expression
        }
    }

    /// The condition on the entity's number; nil when every row of the table is wanted.
    private func entityCondition(_ query: StoreQuery, hasFilter: Bool) -> SQLFragment? {
        guard let first = query.entities.first else { return nil }
        let served = context.served.count { $0.rootNumber == first.rootNumber }
        guard query.entities.count < served else { return nil }
        let numbers = query.entities.compactMap { context.schema.numbers[$0.name] }.sorted().map(String.init)
        // With another condition the entity is the worse one to search by.
        return SQLFragment("\(hasFilter ? "+" : "")t0.Z_ENT IN (\(numbers.joined(separator: ", ")))")
    }

    private func steps(
        _ filter: Filter, _ order: SQLFragment?, _ isLimited: Bool, _ tail: SQLFragment
    ) -> [StorePlan.Step] {
        var steps: [StorePlan.Step] = ["SELECT … \(tail.sql)"]
        if filter.residual != nil {
            steps.append(filter.condition == nil ? "filter: on rows" : "filter: in part in SQL, the rest on rows")
        } else if filter.condition != nil {
            steps.append("filter: in SQL")
        }
        if order != nil { steps.append("order: in SQL") }
        if isLimited { steps.append("limit: in SQL") }
        return steps
    }
}
