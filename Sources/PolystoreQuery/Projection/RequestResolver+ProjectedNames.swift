import PolystoreModel

extension RequestResolver {
    /// Refuses tokens of other entities and doubtful words among the columns and groups of a request.
    ///
    /// Groups are found among columns by their value, which a token is no part of; so this comes first.
    func checkNames(of request: DictionaryRequestDescription, for entity: ModelEntity) throws(QueryError) {
        for column in request.columns { try checkNames(of: column.expression, for: entity, depth: 0) }
        for key in request.objects.sortKeys { try checkNames(of: key.expression, for: entity, depth: 0) }
        for key in request.grouping { try checkNames(of: key, for: entity, depth: 0) }
        if let having = request.having { try checkNames(of: having, for: entity, depth: 0) }
    }

    private func checkNames(of predicate: FetchPredicate, for entity: ModelEntity, depth: Int) throws(QueryError) {
        // What is deeper is refused when it is resolved.
        guard depth < RequestResolver.maximumDepth else { return }
        switch predicate {
        case .constant: break
        case .comparison(let comparison):
            try checkNames(of: comparison.left, for: entity, depth: depth + 1)
            try checkNames(of: comparison.right, for: entity, depth: depth + 1)
        case .not(let part): try checkNames(of: part, for: entity, depth: depth + 1)
        case .and(let parts), .or(let parts):
            for part in parts { try checkNames(of: part, for: entity, depth: depth + 1) }
        }
    }

    private func checkNames(of expression: FetchExpression, for entity: ModelEntity, depth: Int) throws(QueryError) {
        guard depth < RequestResolver.maximumDepth else { return }
        switch expression {
        // A fetch has names of its own, of another entity.
        case .evaluatedObject, .variable, .fetch: break
        case .constant(_, let word): try check(word, of: entity)
        case .keyPath(let names, let root): try check(root, names.first, of: entity)
        case .aggregate(let parts), .function(_, let parts):
            for part in parts { try checkNames(of: part, for: entity, depth: depth + 1) }
        case .conditional(let test, let first, let second):
            try checkNames(of: test, for: entity, depth: depth + 1)
            try checkNames(of: first, for: entity, depth: depth + 1)
            try checkNames(of: second, for: entity, depth: depth + 1)
        case .subquery(let collection, _, let test):
            try checkNames(of: collection, for: entity, depth: depth + 1)
            try checkNames(of: test, for: entity, depth: depth + 1)
        case .path(let part, _), .assignment(_, let part): try checkNames(of: part, for: entity, depth: depth + 1)
        case .element(let collection, let element):
            try checkNames(of: collection, for: entity, depth: depth + 1)
            if case .index(let number) = element { try checkNames(of: number, for: entity, depth: depth + 1) }
        case .combination(let first, _, let second):
            try checkNames(of: first, for: entity, depth: depth + 1)
            try checkNames(of: second, for: entity, depth: depth + 1)
        }
    }
}
