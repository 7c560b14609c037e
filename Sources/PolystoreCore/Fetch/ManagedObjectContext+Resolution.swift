import Foundation
import PolystoreModel
import PolystoreStorage

extension ManagedObjectContext {
    /// How deep fetches may stand within the predicates of others.
    private static let deepestFetch = 16

    /// Looks up the names of a request; the fetches in its expressions run first.
    ///
    /// Call it within `source.reading`, so that these and the request itself read one snapshot.
    func resolve(_ description: FetchRequestDescription) throws -> ResolvedRequest {
        try resolver(answering: description.fetches).resolve(description)
    }

    /// A resolver that knows the functions of the program, and what some fetches find.
    func resolver(answering fetches: [FetchExpression]) throws -> RequestResolver {
        try requireExecutor()
        try throwAccessError()
        try applyPendingDeletes()
        var resolver = RequestResolver(model: model, functions: coordinator.functions)
        try answer(fetches, &resolver, depth: 0)
        return resolver
    }

    /// Runs fetches, innermost first, and tells the resolver what they found.
    private func answer(_ fetches: [FetchExpression], _ resolver: inout RequestResolver, depth: Int) throws {
        for expression in fetches where resolver.fetches[expression] == nil {
            guard depth < Self.deepestFetch else {
                throw QueryError(.tooDeep, [.limit: String(Self.deepestFetch)])
            }
            switch expression {
            case .fetch(let request, let countOnly):
                try answer(request.fetches, &resolver, depth: depth + 1)
                let resolved = try resolver.resolve(request)
                let answer: FetchExpressionResult =
                    countOnly
                    ? .value(.integer(Int64(try execute(resolved, goal: .count).count)))
                    : .objects(try fetchIDs(resolved))
                resolver.fetches[expression] = answer
            case .path(.fetch(let request, _), let names):
                let objects = FetchExpression.fetch(request, countOnly: false)
                try answer([objects], &resolver, depth: depth)
                guard case .objects(let found)? = resolver.fetches[objects] else { continue }
                let entity = try resolver.entity(named: request.entityName)
                let source = ContextRowSource(self, countsChanges: request.includesPendingChanges)
                resolver.fetches[expression] = try resolver.answer(names, of: found, entity: entity, source)
            default: continue
            }
        }
    }

    func fetchIDs(_ request: ResolvedRequest) throws -> [ObjectID] {
        var result: [ObjectID] = []
        try execute(request) { rows in
            rows.allSatisfy { row in
                result.append(row.view.objectID)
                return true
            }
        }
        return result
    }
}
