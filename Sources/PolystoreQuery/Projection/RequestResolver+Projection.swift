import PolystoreModel

extension RequestResolver {
    /// Resolves the columns and groups of a request.
    ///
    /// - Throws: `QueryError` for the first thing that is wrong: a name, or a column that a group has no single value of.
    package func projection(_ request: DictionaryRequestDescription) throws(QueryError) -> ResolvedProjection {
        let entity = try entity(named: request.objects.entityName)
        var projection = ResolvedProjection()
        try checkNames(of: request, for: entity)
        projection.names = request.columns.map(\.name)
        projection.isDistinct = request.isDistinct
        var seen = Set<String>()
        for name in projection.names {
            guard seen.insert(name).inserted else { throw QueryError(.ambiguousColumn, [.property: name]) }
        }
        var isGrouped = !request.grouping.isEmpty || request.having != nil
        for column in request.columns where !isGrouped {
            isGrouped = try hasAggregate(column.expression, for: entity)
        }
        projection.isGrouped = isGrouped
        guard isGrouped else {
            var scope = ExpressionScope()
            for column in request.columns {
                projection.columns.append(try value(of: column, for: entity, &scope))
            }
            projection.variableCount = scope.count
            return projection
        }
        for key in request.grouping {
            var scope = ExpressionScope()
            let key = try typed(key, for: entity, &scope, depth: 0)
            guard !key.type.isCollection, scope.count == 0 else {
                throw QueryError(.groupNeedsAggregate, [.entity: entity.name])
            }
            projection.keys.append(key.expression)
        }
        var rewriter = GroupRewriter(resolver: self, entity: entity, grouping: request.grouping)
        let columns = try request.columns.map { column throws(QueryError) in
            NamedExpression(column.name, try rewriter.rewritten(column.expression))
        }
        let having = try request.having.map { part throws(QueryError) in try rewriter.rewritten(part) }
        let order = try request.objects.sortKeys.map { key throws(QueryError) in
            SortKey(try rewriter.rewritten(key.expression), ascending: key.isAscending, options: key.options)
        }
        var scope = ExpressionScope()
        for (index, key) in request.grouping.enumerated() {
            var own = ExpressionScope()
            _ = scope.add(GroupRewriter.keyName(index), try typed(key, for: entity, &own, depth: 0).type)
        }
        for (index, aggregate) in rewriter.aggregates.enumerated() {
            var own = ExpressionScope()
            let operand = try typed(aggregate.operand, for: entity, &own, depth: 0)
            let type = try aggregateType(aggregate.function, [operand])
            _ = scope.add(GroupRewriter.aggregateName(index), type)
            projection.aggregates.append(
                .init(function: aggregate.function, operand: operand.expression, number: operand.type.number))
        }
        for column in columns {
            projection.columns.append(try value(of: column, for: entity, &scope))
        }
        for key in order {
            let column = NamedExpression("", key.expression)
            projection.order.append((try value(of: column, for: entity, &scope), key.isAscending, key.options))
        }
        projection.having = try having.map { part throws(QueryError) in
            try inner(part, for: entity, &scope, depth: 0)
        }
        projection.variableCount = scope.count
        return projection
    }

    /// The expression of a column, which has one value.
    private func value(
        of column: NamedExpression, for entity: ModelEntity, _ scope: inout ExpressionScope
    ) throws(QueryError) -> ResolvedExpression {
        let typed = try typed(column.expression, for: entity, &scope, depth: 0)
        guard !typed.type.isCollection else {
            throw QueryError(.wrongType, [.property: column.name, .expected: "one value", .found: "list"])
        }
        return typed.expression
    }

    private func hasAggregate(_ expression: FetchExpression, for entity: ModelEntity) throws(QueryError) -> Bool {
        var rewriter = GroupRewriter(resolver: self, entity: entity, grouping: [], isLenient: true)
        _ = try rewriter.rewritten(expression)
        return !rewriter.aggregates.isEmpty
    }
}
