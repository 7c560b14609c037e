import PolystoreStorage

extension GraphQuestion {
    /// Questions that ask a little less.
    var simpler: [GraphQuestion] {
        var result: [GraphQuestion] = []
        func add(_ isChanged: Bool, _ change: (inout GraphQuestion) -> Void) {
            guard isChanged else { return }
            var simpler = self
            change(&simpler)
            result.append(simpler)
        }
        add(moment != .saved) { $0.moment = .saved }
        add(request.predicate != nil) { $0.request.predicate = nil }
        add(request.offset > 0) { $0.request.offset = 0 }
        add(request.limit != nil) { $0.request.limit = nil }
        add(request.batchSize != nil) { $0.request.batchSize = nil }
        add(!request.includesSubentities) { $0.request.includesSubentities = true }
        // The order of equal objects may differ from store to store.
        for index in request.sortKeys.indices where request.sortKeys[index].keyPath != ["number"] {
            add(true) { $0.request.sortKeys.remove(at: index) }
        }
        for part in request.predicate?.simpler ?? [] { add(true) { $0.request.predicate = part } }
        guard let dictionaries else { return result }
        add(dictionaries.isDistinct) { $0.dictionaries?.isDistinct = false }
        add(dictionaries.having != nil) { $0.dictionaries?.having = nil }
        for index in dictionaries.columns.indices where dictionaries.columns.count > 1 {
            add(true) { $0.dictionaries?.columns.remove(at: index) }
        }
        for index in dictionaries.grouping.indices { add(true) { $0.dictionaries?.grouping.remove(at: index) } }
        return result
    }
}

extension FetchPredicate {
    /// Predicates with less in them: parts in the place of the whole, and the whole with a simpler part.
    var simpler: [FetchPredicate] {
        switch self {
        case .constant: return []
        case .not(let part): return [part] + part.simpler.map(FetchPredicate.not)
        case .and(let parts): return parts + Self.simpler(parts).map(FetchPredicate.and)
        case .or(let parts): return parts + Self.simpler(parts).map(FetchPredicate.or)
        case .comparison(let comparison):
            var result: [FetchComparison] = []
            for left in comparison.left.simpler {
                var simpler = comparison
                simpler.left = left
                result.append(simpler)
            }
            for right in comparison.right.simpler {
                var simpler = comparison
                simpler.right = right
                result.append(simpler)
            }
            if !comparison.options.isEmpty {
                var simpler = comparison
                simpler.options = []
                result.append(simpler)
            }
            return result.map(FetchPredicate.comparison)
        }
    }

    private static func simpler(_ parts: [FetchPredicate]) -> [[FetchPredicate]] {
        var result: [[FetchPredicate]] = []
        for index in parts.indices {
            if parts.count > 2 {
                var fewer = parts
                fewer.remove(at: index)
                result.append(fewer)
            }
            for part in parts[index].simpler {
                var changed = parts
                changed[index] = part
                result.append(changed)
            }
        }
        return result
    }
}

extension FetchExpression {
    /// Operands in the place of an expression, and the expression with a simpler operand.
    fileprivate var simpler: [FetchExpression] {
        switch self {
        case .constant, .evaluatedObject, .variable, .assignment, .fetch: []
        case .keyPath(let names, _): names.count > 1 ? [.keyPath(Array(names.dropFirst()))] : []
        case .path(let start, let names): start.simpler.map { .path($0, names) }
        case .aggregate(let parts): Self.replaced(parts, canDrop: true).map(FetchExpression.aggregate)
        case .function(let name, let parts):
            parts + Self.replaced(parts, canDrop: false).map { .function(name, $0) }
        case .conditional(let test, let first, let second):
            [first, second] + test.simpler.map { .conditional($0, first, second) }
        case .subquery(let collection, let variable, let test):
            [.subquery(collection, variable: variable, .constant(true))]
                + test.simpler.map { .subquery(collection, variable: variable, $0) }
        case .element(let collection, let element): collection.simpler.map { .element($0, element) }
        case .combination(let first, let operation, let second):
            [first, second]
                + Self.replaced([first, second], canDrop: false).map {
                    .combination($0[0], operation, $0[1])
                }
        }
    }

    private static func replaced(_ parts: [FetchExpression], canDrop: Bool) -> [[FetchExpression]] {
        var result: [[FetchExpression]] = []
        for index in parts.indices {
            if canDrop {
                var fewer = parts
                fewer.remove(at: index)
                result.append(fewer)
            }
            for part in parts[index].simpler {
                var changed = parts
                changed[index] = part
                result.append(changed)
            }
        }
        return result
    }
}
