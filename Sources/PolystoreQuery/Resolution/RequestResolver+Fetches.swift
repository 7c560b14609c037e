import PolystoreModel

extension RequestResolver {
    /// The operand that a fetch in an expression, or a path from one on, has become.
    func fetched(_ expression: FetchExpression) throws(QueryError) -> Typed {
        let (request, names): (FetchRequestDescription, [String])
        switch expression {
        case .fetch(let fetch, _): (request, names) = (fetch, [])
        case .path(.fetch(let fetch, _), let path): (request, names) = (fetch, path)
        default: throw QueryError(.unsupportedExpression, [.found: expression.kind.rawValue])
        }
        let entity = try entity(named: request.entityName)
        switch fetches[expression] {
        // A resolver without access to stores cannot resolve a fetch.
        case nil: throw QueryError(.unsupportedExpression, [.entity: entity.name, .found: expression.kind.rawValue])
        case .value(let value)?: return (.constant(value), ExpressionType(value))
        case .objects(let objects)?: return (.objects(objects, of: entity), ExpressionType(entity).collection)
        case .values(let values)?:
            let type = try steps(names, from: (.objects([], of: entity), ExpressionType(entity).collection)).type
            return (.list(values.map(ResolvedExpression.constant)), type.collection)
        }
    }

    /// What a path leads to from objects that a fetch found: the values, each once, or what an operator makes of them.
    ///
    /// - Throws: `QueryError` for names that are not in the model, and what the source throws.
    package func answer(
        _ names: [String], of objects: [ObjectID], entity: ModelEntity, _ source: any RowSource
    ) throws -> FetchExpressionResult {
        try answer(names, from: (.objects(objects, of: entity), ExpressionType(entity).collection), source)
    }

    /// What a path leads to from one object.
    ///
    /// - Throws: `QueryError` for names that are not in the model, and what the source throws.
    package func answer(
        _ names: [String], of object: ObjectID, entity: ModelEntity, _ source: any RowSource
    ) throws -> FetchExpressionResult {
        try answer(names, from: (.constant(.object(object)), ExpressionType(entity)), source)
    }

    private func answer(_ names: [String], from start: Typed, _ source: any RowSource) throws -> FetchExpressionResult {
        let (expression, type) = try steps(names, from: start)
        var run = ExpressionRun(row: nil, source: source, patterns: PatternCache(), variables: [])
        let result = try run.result(of: expression)
        return type.isCollection ? .values(DistinctValues.distinct(result.elements)) : .value(result.single)
    }

    /// The operand of a plain comparison that a fetch has become.
    func fetchedOperand(_ expression: FetchExpression) throws(QueryError) -> Operand {
        switch try fetched(expression).expression {
        case .constant(let value): .constant(value)
        case .objects(let objects, _): .list(objects.map { .constant(.object($0)) })
        case .list(let values):
            .list(values.compactMap { if case .constant(let value) = $0 { .constant(value) } else { nil } })
        default: throw QueryError(.unsupportedExpression, [.found: expression.kind.rawValue])
        }
    }
}

extension FetchExpression {
    /// Whether the expression is a fetch, or a path from one on: something that is found before a request is resolved.
    package var isFetched: Bool {
        switch self {
        case .fetch, .path(.fetch(_, countOnly: false), _): true
        default: false
        }
    }

    /// The fetches in the expression that are not within others, each with the path that follows it.
    package var fetches: [FetchExpression] {
        var found: [FetchExpression] = []
        addFetches(to: &found)
        return found
    }

    // Into one list, as nearly all requests have none, and are asked each time.
    fileprivate func addFetches(to found: inout [FetchExpression]) {
        if isFetched { return found.append(self) }
        switch self {
        case .constant, .keyPath, .evaluatedObject, .variable, .fetch: return
        case .aggregate(let parts), .function(_, let parts): for part in parts { part.addFetches(to: &found) }
        case .conditional(let test, let first, let second):
            test.addFetches(to: &found)
            first.addFetches(to: &found)
            second.addFetches(to: &found)
        case .subquery(let collection, _, let test):
            collection.addFetches(to: &found)
            test.addFetches(to: &found)
        case .path(let part, _), .assignment(_, let part): part.addFetches(to: &found)
        case .element(let collection, let element):
            collection.addFetches(to: &found)
            if case .index(let number) = element { number.addFetches(to: &found) }
        case .combination(let first, _, let second):
            first.addFetches(to: &found)
            second.addFetches(to: &found)
        }
    }
}

extension FetchRequestDescription {
    /// The fetches in the request's predicate and order that are not within others.
    package var fetches: [FetchExpression] {
        var found: [FetchExpression] = []
        predicate?.addFetches(to: &found)
        for key in sortKeys { key.expression.addFetches(to: &found) }
        return found
    }
}

extension DictionaryRequestDescription {
    /// The fetches in the request that are not within others.
    package var fetches: [FetchExpression] {
        objects.fetches + columns.flatMap(\.expression.fetches) + grouping.flatMap(\.fetches) + (having?.fetches ?? [])
    }
}

extension FetchPredicate {
    /// The fetches in the predicate that are not within others.
    package var fetches: [FetchExpression] {
        var found: [FetchExpression] = []
        addFetches(to: &found)
        return found
    }

    fileprivate func addFetches(to found: inout [FetchExpression]) {
        switch self {
        case .constant: return
        case .comparison(let comparison):
            comparison.left.addFetches(to: &found)
            comparison.right.addFetches(to: &found)
        case .and(let parts), .or(let parts): for part in parts { part.addFetches(to: &found) }
        case .not(let part): part.addFetches(to: &found)
        }
    }
}
