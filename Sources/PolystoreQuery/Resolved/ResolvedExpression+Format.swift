import PolystoreModel

extension ResolvedExpression {
    /// The expression by names.
    public var expression: FetchExpression {
        switch self {
        case .constant(let value): .constant(value)
        case .evaluatedObject: .evaluatedObject
        case .variable(_, let name): .variable(name)
        case .list(let elements): .aggregate(elements.map(\.expression))
        case .steps(.evaluatedObject, let steps): .keyPath(steps.flatMap(\.names))
        case .steps(let start, let steps): .path(start.expression, steps.flatMap(\.names))
        case .objects(let objects, _): .aggregate(objects.map { .constant(.object($0)) })
        case .function(let function, let operands): .function(function.rawValue, operands.map(\.expression))
        case .call(let function, let operands): .function(function.name, operands.map(\.expression))
        case .cast(let value, let type):
            .function(ExpressionFunction.cast.rawValue, [value.expression, .constant(.string(type.rawValue))])
        case .conditional(let test, let first, let second):
            .conditional(test.predicate, first.expression, second.expression)
        case .subquery(let collection, _, let name, let test):
            .subquery(collection.expression, variable: name, test.predicate)
        case .combination(let first, let operation, let second):
            .combination(first.expression, operation, second.expression)
        case .end(let collection, let isFirst): .element(collection.expression, isFirst ? .first : .last)
        case .size(let collection): .element(collection.expression, .size)
        case .element(let collection, let number): .element(collection.expression, .index(number.expression))
        case .assignment(_, let name, let value): .assignment(name, value.expression)
        }
    }

    /// The expressions that this one is made of, predicates within left aside.
    var parts: [ResolvedExpression] {
        switch self {
        case .constant, .evaluatedObject, .variable, .objects: []
        case .list(let elements), .function(_, let elements), .call(_, let elements): elements
        case .steps(let part, _), .cast(let part, _), .end(let part, _), .size(let part), .assignment(_, _, let part),
            .subquery(let part, _, _, _):
            [part]
        case .conditional(_, let first, let second), .combination(let first, _, let second),
            .element(let first, at: let second):
            [first, second]
        }
    }

    /// The predicate that this expression asks, if it is one that does.
    var innerPredicate: ResolvedPredicate? {
        switch self {
        case .conditional(let test, _, _), .subquery(_, _, _, let test): test
        default: nil
        }
    }
}

extension ResolvedStep {
    /// The names of the step.
    fileprivate var names: [String] {
        switch self {
        case .relationship(let relationship): [relationship.name]
        case .attribute(let attribute): [attribute.name]
        case .operation(let operation, let steps): ["@" + operation.rawValue] + steps.flatMap(\.names)
        }
    }
}
