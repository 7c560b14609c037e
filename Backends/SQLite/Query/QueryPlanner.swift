import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Decides what of a query SQL does: the filter exactly, in part or not at all, the order, the limit.
struct QueryPlanner {
    let context: StoreContext

    /// What every plan begins with: the rows of the query's entities that the filter lets through.
    struct Start {
        let reader: RowReader
        let subject: SQLCompiler.Subject
        var compiler: SQLCompiler
        let condition: SQLFragment?
        let order: SQLFragment?
        let isFiltered: Bool
        /// The residual.
        let residual: ResolvedPredicate?

        /// `FROM … WHERE …`.
        var tail: SQLFragment {
            var tail = SQLFragment("FROM ")
            tail.sql.reserveCapacity(32 + reader.table.table.utf8.count + (condition?.sql.utf8.count ?? 0))
            tail.append(reader.table.table)
            tail.append(" t0")
            guard let condition else { return tail }
            tail.append(" WHERE ")
            tail.append(condition)
            return tail
        }

        /// The same, counting the rows that are looked at, before anything but an index has decided about them.
        var countingTail: SQLFragment {
            "FROM \(reader.table.table) t0 WHERE polystore_visited(t0.Z_PK) AND \(condition ?? .yes)"
        }
    }

    /// The beginning of a plan; nil when the store holds none of the entities.
    func start(_ query: StoreQuery) -> Start? {
        guard let first = query.entities.first,
            let reader = context.reader(first.rootNumber, entities: query.entities.filter(context.served.contains))
        else { return nil }
        let subject = SQLCompiler.Subject(alias: "t0", table: reader.table, entities: query.entities.map(\.name))
        var compiler = SQLCompiler(context)
        let filter = filter(query.predicate, subject, &compiler)
        let order = query.isOrdered ? order(query, subject, &compiler).flatMap { $0.isReadable ? $0 : nil } : nil
        var conditions = filter.conditions
        if let entities = entityCondition(query) {
            // Nothing may fail because of rows of other entities.
            conditions.insert(entities, at: conditions.contains(where: \.canFail) ? 0 : conditions.count)
        }
        return Start(
            reader: reader, subject: subject, compiler: compiler,
            condition: conditions.isEmpty ? nil : .conjunction(conditions), order: order,
            isFiltered: !filter.conditions.isEmpty, residual: filter.residual)
    }

    /// The plan of a query.
    func plan(_ query: StoreQuery) -> StorePlan {
        guard let start = start(query) else { return .scan(query) }
        let (reader, order) = (start.reader, start.order)
        let isLimited = query.limit != nil && order != nil && start.residual == nil
        func ended(_ tail: SQLFragment) -> SQLFragment {
            var tail = tail
            if let order { tail = "\(tail) ORDER BY \(order)" }
            if isLimited, let limit = query.limit { tail = "\(tail) LIMIT \(bind: .integer(Int64(limit)))" }
            return tail
        }
        let unordered = start.tail
        let tail = ended(unordered)
        guard tail.values.count < Self.parameterLimit else { return .scan(query) }
        let counted: SQLFragment = isLimited ? "FROM (SELECT 1 \(tail))" : unordered
        let counting = start.countingTail
        var payload = SQLQuery(
            tail: tail, counted: counted, isFiltered: start.isFiltered,
            counting: CountingForm(tail: ended(counting), condition: counting), reader: reader, shapes: context.shapes)
        var plan = StorePlan(
            query: query, residual: start.residual, isSorted: order != nil, isLimited: isLimited, payload: payload)
        payload.binding = ParameterBinding(query, start, plan)
        plan.payload = payload
        return plan
    }

    /// SQLite's own default for the number of parameters of a statement.
    static let parameterLimit = 32_000

    private struct Filter {
        var conditions: [SQLFragment] = []
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
            // What may fail must not be computed of rows that an earlier part would have kept from it.
            if let condition = compiler.condition(part, subject), condition.isReadable,
                rest.isEmpty || !condition.canFail
            {
                conditions.append(condition)
            } else {
                rest.append(part)
                if let condition = compiler.necessaryCondition(part, subject), condition.isReadable {
                    conditions.append(condition)
                }
            }
        }
        return Filter(conditions: conditions, residual: .conjunction(rest))
    }

    /// The terms of the order, ended by the key; nil when one of them cannot be said in SQL.
    private func order(
        _ query: StoreQuery, _ subject: SQLCompiler.Subject, _ compiler: inout SQLCompiler
    ) -> SQLFragment? {
        var terms: [SQLFragment] = []
        for key in query.sortKeys {
            let operand =
                switch key.term {
                case .path(let path): compiler.operand(path, subject)
                case .expression(let expression, _): compiler.operand(expression, SQLScope(subject))
                }
            guard let operand, let term = sortTerm(operand, key) else { return nil }
            // Null comes first ascending and last descending, which is SQLite's own way.
            terms.append("\(term) \(key.isAscending ? "ASC" : "DESC")")
        }
        terms.append("t0.Z_PK \(query.isKeyAscending ? "ASC" : "DESC")")
        return terms.dropFirst().reduce(terms[0]) { "\($0), \($1)" }
    }

    private func sortTerm(_ operand: SQLOperand, _ key: ResolvedSortKey) -> SQLFragment? {
        switch operand.kind {
        case .data, .object, .number, .missing: return nil
        case .text, .uri:
            let folding = TextFolding(rawValue: key.options.rawValue)
            return folding.isIdentity ? operand.whole : "polystore_fold(\(operand.whole), \(folding.rawValue))"
        case .boolean, .integer, .real, .date, .decimal, .uuid: return operand.whole
        }
    }

    /// The condition on the entity's number; nil when every row of the table is wanted.
    ///
    /// No statistics tell the library how the rows of a table are spread over its entities. It is told to think of them as
    /// spread evenly, and chooses by that between the index of entities, those of other conditions, and the whole table.
    private func entityCondition(_ query: StoreQuery) -> SQLFragment? {
        guard let first = query.entities.first else { return nil }
        let served = context.served.count { $0.rootNumber == first.rootNumber }
        guard query.entities.count < served else { return nil }
        let numbers = query.entities.compactMap { context.schema.numbers[$0.name] }.sorted().map(String.init)
        let share = Double(query.entities.count) / Double(served)
        return SQLFragment("likelihood(t0.Z_ENT IN (\(numbers.joined(separator: ", "))), \(String(share)))")
    }
}
