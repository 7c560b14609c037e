import Foundation
import PolystoreModel

/// Finds the names of requests in a model and makes their values fit, once, before any store is asked.
///
/// What comes out keeps the two-valued logic of predicates: `NONE` becomes the negation of `ANY`, a comparison with a
/// constant on its left is turned around, and a to-many relationship that contains an object is `ANY` of its objects
/// that equals it. Text options beside anything but text are dropped. `IN` never finds a missing value.
public struct RequestResolver: Sendable {
    /// The deepest nesting of predicates and expressions.
    public static let maximumDepth = 256

    /// The model that names are found in.
    public let model: ManagedObjectModel
    /// The values of variables.
    public let variables: [String: FetchExpression]
    /// The functions that a program has added to the language.
    public let functions: FunctionLibrary
    /// What the fetches in expressions found, by the expressions; a fetch that is not among them is refused.
    package var fetches: [FetchExpression: FetchExpressionResult] = [:]
    /// What `now()` is, in all requests that are resolved here.
    package let now: Date

    /// Makes a resolver.
    ///
    /// - Parameters:
    ///   - model: The model that names are found in.
    ///   - variables: The values of the variables that may stand in predicates.
    ///   - functions: The functions that a program has added to the language.
    ///   - now: What `now()` is.
    public init(
        model: ManagedObjectModel, variables: [String: FetchExpression] = [:],
        functions: FunctionLibrary = FunctionLibrary(), now: Date = Date()
    ) {
        self.model = model
        self.variables = variables
        self.functions = functions
        self.now = now
    }

    /// Resolves a whole request.
    ///
    /// - Throws: `QueryError` for the first thing that is wrong.
    public func resolve(_ request: FetchRequestDescription) throws(QueryError) -> ResolvedRequest {
        let entity = try entity(named: request.entityName)
        let entities = request.includesSubentities ? entity.concreteFamily : entity.isAbstract ? [] : [entity]
        var resolved = ResolvedRequest(entity: entity, entities: entities)
        if let predicate = request.predicate {
            let predicate = try resolve(predicate, for: entity)
            resolved.predicate = predicate.isConstant(true) ? nil : predicate
        }
        for key in request.sortKeys { resolved.sortKeys.append(try resolve(key, for: entity)) }
        resolved.limit = try request.limit.map { limit throws(QueryError) in try checked(limit, from: 0) }
        resolved.offset = try checked(request.offset, from: 0)
        resolved.batchSize = try request.batchSize.map { size throws(QueryError) in try checked(size, from: 1) }
        for (root, name) in request.prefetchedRoots.detail { try check(root, name, of: entity) }
        for names in request.prefetchedKeyPaths {
            resolved.prefetchedPaths.append(try relationships(names, from: entity))
        }
        resolved.includesPendingChanges = request.includesPendingChanges
        resolved.affectedStores = request.affectedStores
        return resolved
    }

    /// Resolves a predicate on objects of an entity.
    ///
    /// - Throws: `QueryError` for the first thing that is wrong.
    public func resolve(_ predicate: FetchPredicate, for entity: ModelEntity) throws(QueryError) -> ResolvedPredicate {
        try resolve(predicate, for: entity, depth: 0)
    }

    /// Resolves a sort key on objects of an entity.
    ///
    /// - Throws: `QueryError` when a name is not in the model, or the key is a collection or something without an order.
    public func resolve(_ key: SortKey, for entity: ModelEntity) throws(QueryError) -> ResolvedSortKey {
        try check(key.root, key.keyPath?.first, of: entity)
        guard let names = key.plainPath else { return try resolve(expression: key, for: entity) }
        let path = try path(names, from: entity)
        guard !key.options.contains(.localized) else {
            throw QueryError(.notSortable, [.entity: entity.name, .property: path.text])
        }
        guard path.toManyIndex == nil else {
            throw QueryError(.sortThroughToMany, [.entity: entity.name, .property: path.text])
        }
        let kind = ComparisonKind(path, of: entity)
        guard kind != .opaque, kind != .binary else {
            throw QueryError(.notSortable, [.entity: entity.name, .property: path.text])
        }
        return ResolvedSortKey(path, ascending: key.isAscending, options: kind == .text ? key.options : [])
    }

    private func resolve(expression key: SortKey, for entity: ModelEntity) throws(QueryError) -> ResolvedSortKey {
        let place: ErrorDetails = [.entity: entity.name, .property: key.keyPath?.joined(separator: ".")]
        guard !key.options.contains(.localized) else { throw QueryError(.notSortable, place) }
        var scope = ExpressionScope()
        let typed = try typed(key.expression, for: entity, &scope, depth: 0)
        guard !typed.type.isCollection else { throw QueryError(.sortThroughToMany, place) }
        guard typed.type.kind != .opaque, typed.type.kind != .binary else { throw QueryError(.notSortable, place) }
        let isText = typed.type.kind.map { $0 == .text } ?? true
        return ResolvedSortKey(
            typed.expression, variableCount: scope.count, ascending: key.isAscending,
            options: isText ? key.options : [])
    }

    /// The entity of a name.
    ///
    /// - Throws: `QueryError` with code `unknownEntity` and the nearest name.
    public func entity(named name: String) throws(QueryError) -> ModelEntity {
        if let entity = model.entity(named: name) { return entity }
        let nearest = Suggestion.nearest(to: name, in: model.entities.map(\.name))
        throw QueryError(.unknownEntity, [.entity: name, .model: model.name, .suggestion: nearest])
    }

    /// More rows than any store has: numbers up to this one can be added up.
    private static let mostRows = 1 << 48

    private func checked(_ number: Int, from least: Int) throws(QueryError) -> Int {
        guard number >= least else { throw QueryError(.invalidLimit, [.found: String(number)]) }
        return min(number, Self.mostRows)
    }

    private func resolve(
        _ predicate: FetchPredicate, for entity: ModelEntity, depth: Int
    ) throws(QueryError) -> ResolvedPredicate {
        guard depth < RequestResolver.maximumDepth else {
            throw QueryError(.tooDeep, [.limit: String(RequestResolver.maximumDepth)])
        }
        switch predicate {
        case .constant(let value): return .constant(value)
        case .comparison(let comparison): return try resolve(comparison, for: entity)
        case .not(let part): return try resolve(part, for: entity, depth: depth + 1).negated
        case .and(let parts):
            var resolved: [ResolvedPredicate] = []
            for part in parts { resolved.append(try resolve(part, for: entity, depth: depth + 1)) }
            return .all(of: resolved)
        case .or(let parts):
            var resolved: [ResolvedPredicate] = []
            for part in parts { resolved.append(try resolve(part, for: entity, depth: depth + 1)) }
            return .any(of: resolved)
        }
    }
}

extension SortKey {
    /// The names of a plain path; none for the object itself, nil for anything that must be computed.
    fileprivate var plainPath: [String]? {
        switch expression {
        case .evaluatedObject: []
        case .keyPath(let names, _): names.contains { $0.hasPrefix("@") } ? nil : names
        default: nil
        }
    }
}
