import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Deletes objects, and what delete rules say of related ones.
struct BatchDeletion: BatchWork {
    /// Which objects.
    enum Selection {
        case found(FetchRequestDescription)
        case listed([ObjectID])
    }

    let selection: Selection
    let entity: ModelEntity
    let coordinator: PersistentStoreCoordinator
    let reach: BatchDeletionReach
    let absentHome: FetchError?
    /// The request with resolved names, where that is the same whenever it is looked up.
    private let resolved: ResolvedRequest?

    /// Checks a request against the model.
    ///
    /// - Throws: `QueryError`, `ContextError`.
    init(_ selection: Selection, _ context: ManagedObjectContext) throws {
        let coordinator = context.coordinator
        (self.selection, self.coordinator) = (selection, coordinator)
        switch selection {
        case .found(let description):
            let request = try BatchReader(try coordinator.snapshot(), for: context).resolve(description)
            entity = request.entity
            resolved = description.fetches.isEmpty ? request : nil
            if let names = description.affectedStores { try coordinator.requireStores(named: names) }
            absentHome =
                description.affectedStores == nil ? coordinator.absentHome(among: request.entities) : nil
            let homes = coordinator.homes(of: entity).filter { description.affectedStores?.contains($0.name) ?? true }
            reach = BatchDeletionReach(request.entities, from: homes, coordinator)
        case .listed(let objects):
            let roots = Set(objects.map(\.root))
            let entities = coordinator.model.entities.filter { roots.contains($0.rootNumber) && !$0.isAbstract }
            guard let first = entities.first else {
                throw ContextError(.unknownEntity, [.object: objects.first.map { "\($0)" }])
            }
            entity = first.root
            resolved = nil
            absentHome = objects.first { coordinator.store($0.store) == nil }.map {
                FetchError(.storeNotOpen, [.entity: first.name, .object: "\($0)"])
            }
            let stores = Set(objects.map(\.store))
            reach = BatchDeletionReach(
                entities, from: coordinator.stores.filter { stores.contains($0.number) }, coordinator)
        }
    }

    var deletes: Bool { true }
    var concernedStores: [AttachedStore] { reach.stores }

    func runStatement(in store: any StatementStore, keepsIDs: Bool) throws -> BatchStatement? {
        guard reach.isAlone, !keepsIDs, let request = resolved, !request.isOrdered,
            request.entities.allSatisfy({ TombstoneBuilder.preservedKeys(of: $0).isEmpty })
        else { return nil }
        var query = StoreQuery(entities: request.entities)
        query.predicate = request.predicate
        return try store.delete(query).map { BatchStatement(count: $0) }
    }

    func run(_ reader: BatchReader, into target: any BatchTarget) throws -> Int {
        try reach.throwIfAbsent()
        let run = BatchDeletionRun(reader: reader, target: target, isAlone: reach.isAlone)
        switch selection {
        case .found(let description):
            try reader.rows(try reader.resolve(description)) { rows in
                try reader.throwIfCancelled()
                _ = try rows.allSatisfy { row in
                    try run.take(row.view)
                    return true
                }
                try run.writeIfFull()
            }
        case .listed(let objects):
            try reader.rows(of: Array(Set(objects))) { try run.take($0) }
        }
        let count = run.count
        try run.finish()
        return count
    }
}
