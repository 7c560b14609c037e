import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// The store of a new object: the named one, else the entity's only writable home, else what the partition rule
    /// says of the object's values.
    ///
    /// - Throws: `unknownStore`, `notServed`, `readOnly`, `noHome`, `ambiguousHome`, `noPartition`, each naming the
    ///   entity and the stores.
    package func home(
        for entity: ModelEntity, storeName: String?, value: (ModelAttribute) -> Value
    ) throws(CoordinatorError) -> StoreNumber {
        guard let set = current else { throw CoordinatorError(.noHome, [.entity: entity.name]) }
        let homes = set.routing.homes[entity.index]
        if let storeName {
            guard let named = set.stores.firstIndex(where: { $0.name == storeName }) else {
                throw CoordinatorError(.unknownStore, [.entity: entity.name, .store: storeName])
            }
            guard homes.contains(named) else {
                throw CoordinatorError(.notServed, [.entity: entity.name, .store: storeName])
            }
            return try writable(set.stores[named], entity)
        }
        let rule = set.routing.partitions[entity.index]
        if homes.count == 1, !(rule?.lacksStores ?? false) { return try writable(set.stores[homes[0]], entity) }
        if let partition = rule {
            if let absent = partition.absentHome(of: value(partition.attribute)) {
                throw CoordinatorError(
                    .unknownStore,
                    [
                        .entity: entity.name, .property: partition.attribute.name, .store: absent,
                        .reason: "the store of the partition's value is not open",
                    ])
            }
            guard let position = partition.home(of: value(partition.attribute)) else {
                throw CoordinatorError(.noPartition, [.entity: entity.name, .property: partition.attribute.name])
            }
            return try writable(set.stores[position], entity)
        }
        let writable = homes.filter { set.stores[$0].access == .readWrite }
        guard let first = homes.first else { throw CoordinatorError(.noHome, [.entity: entity.name]) }
        if writable.count == 1 { return set.stores[writable[0]].number }
        let names = homes.map { set.stores[$0].name }.joined(separator: ", ")
        guard writable.isEmpty else { throw CoordinatorError(.ambiguousHome, [.entity: entity.name, .found: names]) }
        return try self.writable(set.stores[first], entity)
    }

    /// The attributes of an entity that decide its objects' store, and cannot change after insert.
    package func partitionAttributes(of entity: ModelEntity) -> Set<PropertyKey> {
        guard let partition = current?.routing.partitions[entity.index] else { return [] }
        return [partition.attribute.key]
    }

    /// The store that keeps a pair of a join table: the source's, unless only the target's is volatile.
    package func linkHome(_ join: ModelJoin, source: ObjectID, target: ObjectID) -> StoreNumber {
        guard let set = current, let from = set.position(of: source.store), let to = set.position(of: target.store)
        else { return source.store }
        return set.routing.keepsPairsWithTarget(source: from, target: to) ? target.store : source.store
    }

    /// Why the other side of a relationship cannot be looked up among the stores that are open now.
    package func absence(of relationship: ModelRelationship) -> ContextError? { current?.absence(of: relationship) }

    /// Whether an object's row holds the reference of a to-one relationship; otherwise it is found through the
    /// inverse.
    package func isReferenceKept(_ relationship: ModelRelationship, from: StoreNumber, to: StoreNumber) -> Bool {
        guard let source = store(from) else { return true }
        return !source.placement.omittedReferences.contains(relationship)
    }

    private func writable(_ store: AttachedStore, _ entity: ModelEntity) throws(CoordinatorError) -> StoreNumber {
        guard store.access == .readWrite else {
            throw CoordinatorError(.readOnly, [.entity: entity.name, .store: store.name])
        }
        return store.number
    }
}
