import PolystoreModel

/// Puts variables where an expression has group expressions and aggregates, so that what is left needs no object.
struct GroupRewriter {
    let resolver: RequestResolver
    let entity: ModelEntity
    let grouping: [FetchExpression]
    /// Whether names outside of groups are let through, because it is only asked whether there are aggregates.
    var isLenient = false
    /// The aggregates that were found, each once.
    private(set) var aggregates: [(function: ExpressionFunction, operand: FetchExpression)] = []

    init(resolver: RequestResolver, entity: ModelEntity, grouping: [FetchExpression], isLenient: Bool = false) {
        self.resolver = resolver
        self.entity = entity
        self.grouping = grouping
        self.isLenient = isLenient
    }

    // Names that no text can have, so that they never meet a variable of the request.
    static func keyName(_ index: Int) -> String { "key \(index)" }
    static func aggregateName(_ index: Int) -> String { "aggregate \(index)" }

    mutating func rewritten(_ expression: FetchExpression) throws(QueryError) -> FetchExpression {
        if let index = grouping.firstIndex(of: expression) { return .variable(Self.keyName(index)) }
        switch expression {
        // A fetch gives the same whatever the group.
        case .constant, .fetch: return expression
        case .variable(let name):
            guard let value = resolver.variables[name] else { return expression }
            return try rewritten(value)
        case .function(let name, let operands):
            if let found = try aggregate(name, operands) { return found }
            return .function(name, try rewritten(operands))
        case .aggregate(let parts): return .aggregate(try rewritten(parts))
        case .conditional(let test, let first, let second):
            return .conditional(try rewritten(test), try rewritten(first), try rewritten(second))
        case .combination(let first, let operation, let second):
            return .combination(try rewritten(first), operation, try rewritten(second))
        case .element(let collection, .index(let number)):
            return .element(try rewritten(collection), .index(try rewritten(number)))
        case .element(let collection, let element): return .element(try rewritten(collection), element)
        case .keyPath, .evaluatedObject, .subquery, .path, .assignment:
            guard isLenient else {
                throw QueryError(.groupNeedsAggregate, [.entity: entity.name, .property: expression.formatText])
            }
            return expression
        }
    }

    mutating func rewritten(_ predicate: FetchPredicate) throws(QueryError) -> FetchPredicate {
        switch predicate {
        case .constant: return predicate
        case .not(let part): return .not(try rewritten(part))
        case .and(let parts): return .and(try rewritten(parts))
        case .or(let parts): return .or(try rewritten(parts))
        case .comparison(var comparison):
            comparison.left = try rewritten(comparison.left)
            comparison.right = try rewritten(comparison.right)
            return .comparison(comparison)
        }
    }

    private mutating func rewritten(_ expressions: [FetchExpression]) throws(QueryError) -> [FetchExpression] {
        var result: [FetchExpression] = []
        for expression in expressions { result.append(try rewritten(expression)) }
        return result
    }

    private mutating func rewritten(_ predicates: [FetchPredicate]) throws(QueryError) -> [FetchPredicate] {
        var result: [FetchPredicate] = []
        for predicate in predicates { result.append(try rewritten(predicate)) }
        return result
    }

    /// The variable of an aggregate over the group: a function of collections whose one operand is a single value.
    private mutating func aggregate(
        _ name: String, _ operands: [FetchExpression]
    ) throws(QueryError) -> FetchExpression? {
        guard let function = ExpressionFunction(rawValue: name) ?? ExpressionFunction.selectors[name],
            function.isAggregate, operands.count == 1, let operand = operands.first
        else { return nil }
        var scope = ExpressionScope()
        let typed = try resolver.typed(operand, for: entity, &scope, depth: 0)
        guard !typed.type.isCollection, scope.count == 0 else { return nil }
        let known = aggregates.firstIndex { $0.function == function && $0.operand == operand }
        if known == nil { aggregates.append((function, operand)) }
        return .variable(Self.aggregateName(known ?? aggregates.count - 1))
    }
}
