import PolystoreModel

extension FetchRequestDescription {
    /// The variables that need a value before the request can run, each once, in the order in which they stand.
    public var freeVariables: [String] {
        var collector = VariableCollector()
        collector.collect(self)
        return collector.found
    }
}

extension FetchPredicate {
    /// The variables that need a value before the predicate can be evaluated, each once, in the order in which they
    /// stand; those that a subquery or an assignment sets are not among them.
    public var freeVariables: [String] {
        var collector = VariableCollector()
        collector.collect(self, bound: [])
        return collector.found
    }
}

/// Walks a tree for the variables that nothing in it sets.
private struct VariableCollector {
    private(set) var found: [String] = []

    mutating func collect(_ request: FetchRequestDescription) {
        if let predicate = request.predicate { collect(predicate, bound: []) }
        for key in request.sortKeys {
            var bound: Set<String> = []
            collect(key.expression, &bound)
        }
    }

    mutating func collect(_ predicate: FetchPredicate, bound: Set<String>) {
        switch predicate {
        case .constant: break
        case .comparison(let comparison):
            var bound = bound
            collect(comparison.left, &bound)
            collect(comparison.right, &bound)
        case .and(let parts), .or(let parts): for part in parts { collect(part, bound: bound) }
        case .not(let part): collect(part, bound: bound)
        }
    }

    /// An assignment sets its variable for what stands to the right of it.
    private mutating func collect(_ expression: FetchExpression, _ bound: inout Set<String>) {
        switch expression {
        case .constant, .keyPath, .evaluatedObject: break
        case .variable(let name): if !bound.contains(name), !found.contains(name) { found.append(name) }
        case .aggregate(let parts), .function(_, let parts): for part in parts { collect(part, &bound) }
        case .conditional(let test, let first, let second):
            collect(test, bound: bound)
            collect(first, &bound)
            collect(second, &bound)
        case .subquery(let collection, let variable, let test):
            collect(collection, &bound)
            collect(test, bound: bound.union([variable]))
        case .path(let start, _): collect(start, &bound)
        case .element(let collection, let element):
            collect(collection, &bound)
            if case .index(let number) = element { collect(number, &bound) }
        case .combination(let first, _, let second):
            collect(first, &bound)
            collect(second, &bound)
        case .assignment(let name, let value):
            collect(value, &bound)
            bound.insert(name)
        case .fetch(let request, _): collect(request)
        }
    }
}
