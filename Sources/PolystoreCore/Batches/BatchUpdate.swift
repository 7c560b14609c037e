import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Changes properties of all objects that a request finds.
struct BatchUpdate: BatchWork {
    let description: FetchRequestDescription
    let properties: [(property: BatchProperty, value: FetchExpression)]
    let entity: ModelEntity
    let coordinator: PersistentStoreCoordinator
    /// The concrete entities of the objects.
    let entities: [ModelEntity]
    /// The request and the values with resolved names, where that is the same whenever it is looked up.
    private let resolved: (request: ResolvedRequest, assignments: [BatchAssignment], reader: BatchReader)?

    /// Checks a request against the model.
    ///
    /// - Throws: `QueryError`, `BatchError`.
    init(
        _ description: FetchRequestDescription, _ assignments: [(name: String, value: FetchExpression)],
        _ context: ManagedObjectContext
    ) throws {
        let reader = BatchReader(try context.coordinator.snapshot(), for: context)
        let request = try reader.resolve(description)
        let coordinator = context.coordinator
        (self.description, entity, entities) = (description, request.entity, request.entities)
        self.coordinator = coordinator
        let place: ErrorDetails = [.entity: entity.name]
        guard !assignments.isEmpty else { throw BatchError(.invalidRequest, place) }
        let fixed = request.entities.reduce(into: Set()) { $0.formUnion(coordinator.partitionAttributes(of: $1)) }
        var properties: [(property: BatchProperty, value: FetchExpression)] = []
        var values: [BatchAssignment] = []
        for (name, value) in assignments {
            let property = try BatchProperty(name, of: entity, isFixed: fixed.contains)
            guard !properties.contains(where: { $0.property.key == property.key }) else {
                throw BatchError(.invalidRequest, [.entity: entity.name, .property: name])
            }
            values.append(BatchAssignment(property: property, value: try reader.resolve(value, for: entity)))
            properties.append((property, value))
        }
        self.properties = properties
        let isFixed = description.fetches.isEmpty && assignments.allSatisfy(\.value.fetches.isEmpty)
        resolved = isFixed ? (request, values, reader) : nil
    }

    var deletes: Bool { false }
    var absentHome: FetchError? {
        description.affectedStores == nil ? coordinator.absentHome(among: entities) : nil
    }

    var concernedStores: [AttachedStore] {
        get throws {
            let homes = coordinator.homes(of: entity)
            guard let names = description.affectedStores else { return homes }
            try coordinator.requireStores(named: names)
            return homes.filter { names.contains($0.name) }
        }
    }

    /// Whether what is set must be unique: then all rows are judged at once, since two may trade their values.
    private var changesUniqueValues: Bool {
        let keys = Set(properties.map(\.property.key))
        return entities.contains { entity in
            entity.uniquenessConstraints.contains { $0.properties.contains { keys.contains($0.key) } }
        }
    }

    func runStatement(in store: any StatementStore, keepsIDs: Bool) throws -> BatchStatement? {
        guard let resolved, !resolved.request.isOrdered, !changesUniqueValues,
            resolved.assignments.allSatisfy({ $0.property.attribute != nil && $0.value.pathsToReadAhead.isEmpty })
        else { return nil }
        var query = StoreQuery(entities: resolved.request.entities)
        query.predicate = resolved.request.predicate
        let rows = BatchRowChange(resolved.assignments, resolved.reader)
        var updated: [ObjectID] = []
        let count = try store.update(query, resolved.assignments.map(\.property.key)) { row in
            if keepsIDs { updated.append(row.objectID) }
            return try rows.changed(row)
        }
        return count.map { BatchStatement(count: $0, updated: updated) }
    }

    func run(_ reader: BatchReader, into target: any BatchTarget) throws -> Int {
        let request = try reader.resolve(description)
        let assignments = try properties.map {
            BatchAssignment(property: $0.property, value: try reader.resolve($0.value, for: entity))
        }
        var update = BatchUpdateRun(
            assignments: assignments, reader: reader, target: target, isWhole: changesUniqueValues)
        try update.checkConstants()
        try reader.rows(request) { rows in
            try reader.throwIfCancelled()
            try update.take(rows)
        }
        try update.finish()
        return update.count
    }
}
