import PolystoreModel

/// The parts of an expression, with the variables that it binds in them.
enum RequestParts {
    /// One part.
    enum Part {
        case expression(FetchExpression)
        case predicate(FetchPredicate)
    }

    static func parts(of expression: FetchExpression, bound: Set<String>) -> [(Part, Set<String>)] {
        switch expression {
        case .constant, .keyPath, .evaluatedObject, .variable: []
        case .aggregate(let parts), .function(_, let parts): parts.map { (.expression($0), bound) }
        case .conditional(let test, let first, let second):
            [(.predicate(test), bound), (.expression(first), bound), (.expression(second), bound)]
        case .subquery(let collection, let variable, let test):
            [(.expression(collection), bound), (.predicate(test), bound.union([variable]))]
        case .path(let start, _): [(.expression(start), bound)]
        case .element(let collection, let element):
            if case .index(let number) = element {
                [(.expression(collection), bound), (.expression(number), bound)]
            } else {
                [(.expression(collection), bound)]
            }
        case .combination(let left, _, let right): [(.expression(left), bound), (.expression(right), bound)]
        case .assignment(_, let value): [(.expression(value), bound)]
        case .fetch(let request, _): request.predicate.map { [(.predicate($0), bound)] } ?? []
        }
    }
}
