import PolystoreModel
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
        try requireExecutor()
        return try source.reading { try select(repeat each columns, from: try resolve(request.description)) }
    }

    private func select<each Column: ProjectedColumn>(
        _ columns: repeat each Column, from resolved: ResolvedRequest
    ) throws -> [(repeat (each Column).Value)] {
        var paths: [[ModelRelationship]] = []
        for column in repeat each columns { paths.append(try steps(column.projectedKeys, from: resolved.entity)) }
        let source = rowSource(for: resolved)
        var result: [(repeat (each Column).Value)] = []
        var chunk: [ProjectedRow] = []
        var failure: (any Error)?
        func deliver() -> Bool {
            defer { chunk.removeAll(keepingCapacity: true) }
            do {
                for path in Set(paths) { try prepare(path, chunk, source) }
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
        try fetchRows(resolved) { rows in
            rows.allSatisfy { row in
                chunk.append(ProjectedRow(row))
                return chunk.count < 1000 || deliver()
            }
        }
        if failure == nil, !chunk.isEmpty { _ = deliver() }
        if let failure { throw failure }
        return result
    }

    /// The relationships of a path, looked up in the model.
    private func steps(_ keys: [PropertyKey], from entity: ModelEntity) throws -> [ModelRelationship] {
        var current = entity
        var steps: [ModelRelationship] = []
        for key in keys.dropLast() {
            guard case .relationship(let relationship)? = current.property(for: key), !relationship.isToMany else {
                throw ValueError(.unknownProperty, details: [.entity: current.name, .property: key.name])
            }
            steps.append(relationship)
            current = relationship.destination
        }
        if let last = keys.last {
            guard case .attribute? = current.property(for: last) else {
                throw ValueError(.unknownProperty, details: [.entity: current.name, .property: last.name])
            }
        }
        return steps
    }

    /// Reads the rows that a path leads to, a step at a time for the whole chunk.
    private func prepare(_ path: [ModelRelationship], _ chunk: [ProjectedRow], _ source: ContextRowSource) throws {
        guard let first = path.first else { return }
        var targets = Set(chunk.compactMap { $0.reference(first.key) })
        for step in path.dropFirst() {
            try source.prepareRows(of: Array(targets))
            var next: Set<ObjectID> = []
            for target in targets {
                let found = try source.withRow(of: target) { row -> ObjectID? in
                    let index = row.layout.index(of: step.key)
                    return index < 0 ? nil : row.reference(row.layout.slots[index])
                }
                if case .some(.some(let found)) = found { next.insert(found) }
            }
            targets = next
        }
        try source.prepareRows(of: Array(targets))
    }
}
