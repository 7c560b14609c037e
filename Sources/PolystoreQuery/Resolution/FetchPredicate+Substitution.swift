import PolystoreModel

extension FetchPredicate {
    /// The predicate with the values of some variables in their places; other variables stay.
    ///
    /// A variable that a subquery or an assignment sets is its own, whatever its name.
    public func substituting(_ values: [String: FetchExpression]) -> FetchPredicate {
        switch self {
        case .constant: self
        case .comparison(var comparison):
            {
                var values = values
                comparison.left = comparison.left.substituting(&values)
                comparison.right = comparison.right.substituting(&values)
                return .comparison(comparison)
            }()
        case .and(let parts): .and(parts.map { $0.substituting(values) })
        case .or(let parts): .or(parts.map { $0.substituting(values) })
        case .not(let part): .not(part.substituting(values))
        }
    }

    /// The predicate with the values of some variables in their places; other variables stay.
    public func substituting(_ values: [String: any PredicateArgument]) -> FetchPredicate {
        substituting(values.mapValues(\.predicateExpression))
    }
}

extension FetchExpression {
    /// The expression with the values of some variables in their places; other variables stay.
    public func substituting(_ values: [String: FetchExpression]) -> FetchExpression {
        var values = values
        return substituting(&values)
    }

    /// An assignment takes its variable from those that are replaced to the right of it.
    fileprivate func substituting(_ values: inout [String: FetchExpression]) -> FetchExpression {
        switch self {
        case .constant, .keyPath, .evaluatedObject: return self
        case .variable(let name): return values[name] ?? self
        case .aggregate(let parts): return .aggregate(parts.map { $0.substituting(&values) })
        case .function(let name, let parts): return .function(name, parts.map { $0.substituting(&values) })
        case .conditional(let test, let first, let second):
            let test = test.substituting(values)
            return .conditional(test, first.substituting(&values), second.substituting(&values))
        case .subquery(let collection, let variable, let test):
            let collection = collection.substituting(&values)
            var inner = values
            inner[variable] = nil
            return .subquery(collection, variable: variable, test.substituting(inner))
        case .path(let start, let names): return .path(start.substituting(&values), names)
        case .element(let collection, .index(let number)):
            return .element(collection.substituting(&values), .index(number.substituting(&values)))
        case .element(let collection, let element): return .element(collection.substituting(&values), element)
        case .combination(let first, let operation, let second):
            return .combination(first.substituting(&values), operation, second.substituting(&values))
        case .assignment(let name, let value):
            let value = value.substituting(&values)
            values[name] = nil
            return .assignment(name, value)
        case .fetch(let request, let countOnly): return .fetch(request.substituting(values), countOnly: countOnly)
        }
    }
}

extension FetchRequestDescription {
    /// The request with the values of some variables in their places, in its predicate and its sort keys.
    public func substituting(_ values: [String: FetchExpression]) -> FetchRequestDescription {
        var request = self
        request.predicate = predicate?.substituting(values)
        for index in sortKeys.indices {
            request.sortKeys[index].expression = sortKeys[index].expression.substituting(values)
        }
        return request
    }

    /// The request with the values of some variables in their places: how a template of a model becomes a request.
    public func substituting(_ values: [String: any PredicateArgument]) -> FetchRequestDescription {
        substituting(values.mapValues(\.predicateExpression))
    }
}
