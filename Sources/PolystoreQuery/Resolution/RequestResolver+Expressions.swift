import Foundation
import PolystoreModel

extension RequestResolver {
    /// An expression with resolved names, and what is known of it.
    typealias Typed = (expression: ResolvedExpression, type: ExpressionType)

    /// Resolves an expression on objects of an entity.
    ///
    /// - Throws: `QueryError` for the first thing that is wrong.
    func typed(
        _ expression: FetchExpression, for entity: ModelEntity, _ scope: inout ExpressionScope, depth: Int
    ) throws(QueryError) -> Typed {
        guard depth < RequestResolver.maximumDepth else {
            throw QueryError(.tooDeep, [.limit: String(RequestResolver.maximumDepth)])
        }
        switch expression {
        case .constant(let value, let word):
            try check(word, of: entity)
            if case .double(let number) = value, number.isNaN { throw QueryError(.notANumber) }
            return (.constant(value), ExpressionType(value))
        case .evaluatedObject: return (.evaluatedObject, ExpressionType(entity))
        case .keyPath(let names, let root):
            try check(root, names.first, of: entity)
            return try steps(names, from: (.evaluatedObject, ExpressionType(entity)), allowsSelf: true)
        case .fetch: return try fetched(expression)
        case .path where expression.isFetched: return try fetched(expression)
        case .path(let start, let names):
            return try steps(names, from: try typed(start, for: entity, &scope, depth: depth + 1))
        case .variable(let name): return try variable(name, for: entity, &scope, depth: depth)
        case .assignment(let name, let value):
            let value = try typed(value, for: entity, &scope, depth: depth + 1)
            return (.assignment(scope.add(name, value.type), name: name, value.expression), value.type)
        case .aggregate(let elements): return try list(elements, for: entity, &scope, depth: depth + 1)
        case .function(let name, let operands):
            return try function(name, operands, for: entity, &scope, depth: depth + 1)
        case .conditional(let test, let first, let second):
            let test = try inner(test, for: entity, &scope, depth: depth + 1)
            let first = try typed(first, for: entity, &scope, depth: depth + 1)
            let second = try typed(second, for: entity, &scope, depth: depth + 1)
            return (.conditional(test, first.expression, second.expression), first.type.joined(second.type))
        case .subquery(let collection, let name, let test):
            let collection = try self.collection(collection, for: entity, &scope, depth: depth + 1)
            let outer = scope.variables
            let number = scope.add(name, collection.type.element)
            let test = try inner(test, for: entity, &scope, depth: depth + 1)
            scope.variables = outer
            return (.subquery(collection.expression, variable: number, name: name, test), collection.type)
        case .combination(let first, let operation, let second):
            let first = try collection(first, for: entity, &scope, depth: depth + 1)
            let second = try collection(second, for: entity, &scope, depth: depth + 1)
            return (
                .combination(first.expression, operation, second.expression), first.type.joined(second.type).collection
            )
        case .element(let collection, let element):
            return try self.element(element, of: collection, for: entity, &scope, depth: depth + 1)
        }
    }

    private func variable(
        _ name: String, for entity: ModelEntity, _ scope: inout ExpressionScope, depth: Int
    ) throws(QueryError) -> Typed {
        if let known = scope.variables[name] { return (.variable(known.number, name: name), known.type) }
        guard let value = variables[name] else {
            let near = Suggestion.nearest(to: name, in: Array(variables.keys) + scope.variables.keys)
            throw QueryError(.unboundVariable, [.variable: name, .suggestion: near])
        }
        return try typed(value, for: entity, &scope, depth: depth + 1)
    }

    private func list(
        _ elements: [FetchExpression], for entity: ModelEntity, _ scope: inout ExpressionScope, depth: Int
    ) throws(QueryError) -> Typed {
        var list: [ResolvedExpression] = []
        var type: ExpressionType?
        for element in elements {
            let element = try typed(element, for: entity, &scope, depth: depth)
            guard !element.type.isCollection else { throw QueryError(.notComparable, [.found: "list"]) }
            list.append(element.expression)
            type = type?.joined(element.type) ?? element.type
        }
        return (.list(list), (type ?? .unknown).collection)
    }

    /// An expression whose elements are wanted.
    private func collection(
        _ expression: FetchExpression, for entity: ModelEntity, _ scope: inout ExpressionScope, depth: Int
    ) throws(QueryError) -> Typed {
        let found = try typed(expression, for: entity, &scope, depth: depth)
        // A single value is a collection of itself, and none where it is missing.
        return (found.expression, found.type.collection)
    }

    private func element(
        _ element: ElementSelector, of collection: FetchExpression, for entity: ModelEntity,
        _ scope: inout ExpressionScope, depth: Int
    ) throws(QueryError) -> Typed {
        let collection = try self.collection(collection, for: entity, &scope, depth: depth)
        switch element {
        case .first: return (.end(collection.expression, isFirst: true), collection.type.element)
        case .last: return (.end(collection.expression, isFirst: false), collection.type.element)
        case .size: return (.size(collection.expression), .integer)
        case .index(let number):
            let number = try typed(number, for: entity, &scope, depth: depth)
            guard number.type.kind == nil || number.type.kind == .number else {
                throw QueryError(.wrongType, [.expected: "number", .found: number.type.kind?.name])
            }
            return (.element(collection.expression, at: number.expression), collection.type.element)
        }
    }

    /// A predicate inside of an expression: all of its comparisons are of expressions.
    func inner(
        _ predicate: FetchPredicate, for entity: ModelEntity, _ scope: inout ExpressionScope, depth: Int
    ) throws(QueryError) -> ResolvedPredicate {
        guard depth < RequestResolver.maximumDepth else {
            throw QueryError(.tooDeep, [.limit: String(RequestResolver.maximumDepth)])
        }
        switch predicate {
        case .constant(let value): return .constant(value)
        case .comparison(let comparison):
            return .expression(try expressions(comparison, for: entity, &scope, depth: depth + 1))
        case .not(let part): return try inner(part, for: entity, &scope, depth: depth + 1).negated
        case .and(let parts):
            var resolved: [ResolvedPredicate] = []
            for part in parts { resolved.append(try inner(part, for: entity, &scope, depth: depth + 1)) }
            return .all(of: resolved)
        case .or(let parts):
            var resolved: [ResolvedPredicate] = []
            for part in parts { resolved.append(try inner(part, for: entity, &scope, depth: depth + 1)) }
            return .any(of: resolved)
        }
    }
}
