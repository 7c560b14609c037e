import PolystoreModel
import Synchronization

extension ManagedObjectContext {
    /// The routing of an entity.
    func routing(of entity: ModelEntity) -> RoutingCache.Entry {
        let generation = coordinator.generation.load(ordering: .relaxed)
        if routingCache?.generation == generation, let known = routingCache?[entity] { return known }
        let homes = coordinator.homes(of: entity)
        let isSole = homes.count == 1 && homes[0].access == .readWrite
        let entry = RoutingCache.Entry(
            soleHome: isSole ? homes[0].number : nil,
            partition: homes.count > 1 ? coordinator.partitionAttributes(of: entity) : [])
        if routingCache?.generation != generation {
            routingCache = RoutingCache(generation: generation, entityCount: model.entities.count)
        }
        routingCache?[entity] = entry
        return entry
    }

    /// The only writable home of an entity; nil where there are several, or none.
    func soleHome(of entity: ModelEntity) -> StoreNumber? {
        let generation = coordinator.generation.load(ordering: .relaxed)
        if routingCache?.generation == generation, let known = routingCache?.soleHome(of: entity) { return known }
        return routing(of: entity).soleHome
    }

    /// Refuses to change an attribute that decided the object's store.
    ///
    /// - Throws: `ContextError` with code `partitionFixed`.
    func checkPartition(_ object: ManagedObject, _ key: PropertyKey) throws {
        // An object without a key of its own is still being inserted: its values are what decides.
        guard object.key > 0, !coordinator.hasNoPartitions else { return }
        let entity = object.entity
        let partition = routing(of: entity).partition
        guard !partition.isEmpty, partition.contains(key) else { return }
        throw ContextError(.partitionFixed, [.entity: entity.name, .property: key.name])
    }
}
