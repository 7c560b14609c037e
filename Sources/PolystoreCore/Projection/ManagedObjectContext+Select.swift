import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension ManagedObjectContext {
    /// The values of some attributes of the objects that a request finds, in its order, as tuples; makes no objects.
    ///
    ///     for (name, company) in try context.select(Person.name, Person.employer.name, from: seniors) { … }
    ///
    /// A value behind a missing object, or that is missing itself, is the zero of its type: nil for optional types.
    ///
    /// - Throws: What `fetch` throws, and `QueryError` for a column that the entity does not have.
    /// - Complexity: As `fetch`, and one round trip for each to-one step in a thousand rows.
    public func select<Object: ManagedObject, each Column: ProjectedColumn>(
        _ columns: repeat each Column, from request: FetchRequest<Object>
    ) throws -> [(repeat (each Column).Value)] {
        try beginUse()
        return try source.reading { try select(repeat each columns, from: try resolve(request.description)) }
    }

    private func select<each Column: ProjectedColumn>(
        _ columns: repeat each Column, from resolved: ResolvedRequest
    ) throws -> [(repeat (each Column).Value)] {
        var paths: [ResolvedPath] = []
        let resolver = RequestResolver(model: model)
        for column in repeat each columns {
            let keys = column.projectedKeys
            try resolver.check(column.projectedRoot, keys.first?.name, of: resolved.entity)
            if let path = try path(keys, from: resolved.entity) { paths.append(path) }
        }
        let lookahead = Lookahead(paths)
        let source = rowSource(for: resolved)
        var result: [(repeat (each Column).Value)] = []
        var chunk: [ProjectedRow] = []
        var failure: (any Error)?
        func deliver() -> Bool {
            defer { chunk.removeAll(keepingCapacity: true) }
            do {
                try withExtendedLifetime(chunk) {
                    try lookahead.prepare(chunk.map { $0.withRow { $0 } }, source)
                }
                for row in chunk {
                    let reader = ProjectionReader(row: row, source: source)
                    result.append((repeat try reader.value(of: each columns)))
                }
                source.trim()
                return true
            } catch {
                failure = error
                return false
            }
        }
        try execute(resolved) { rows in
            rows.allSatisfy { row in
                chunk.append(ProjectedRow(row))
                return chunk.count < 1000 || deliver()
            }
        }
        if failure == nil, !chunk.isEmpty { _ = deliver() }
        if let failure { throw failure }
        return result
    }

    /// The path of a column, looked up in the model; nil when it does not lead beyond the object.
    private func path(_ keys: [PropertyKey], from entity: ModelEntity) throws -> ResolvedPath? {
        var current = entity
        var steps: [ModelRelationship] = []
        for key in keys.dropLast() {
            guard case .relationship(let relationship)? = current.property(for: key), !relationship.isToMany else {
                throw ValueError(.unknownProperty, details: [.entity: current.name, .property: key.name])
            }
            steps.append(relationship)
            current = relationship.destination
        }
        guard let last = keys.last else { return nil }
        guard case .attribute(let attribute)? = current.property(for: last) else {
            throw ValueError(.unknownProperty, details: [.entity: current.name, .property: last.name])
        }
        return steps.isEmpty ? nil : ResolvedPath(steps: steps, terminal: .attribute(attribute))
    }
}
