import PolystoreModel

extension ManagedObjectContext {
    /// Refuses to change an attribute that decided the object's store.
    ///
    /// - Throws: `ContextError` with code `partitionFixed`.
    func checkPartition(_ object: ManagedObject, _ key: PropertyKey) throws {
        // An object without a key of its own is still being inserted: its values are what decides.
        guard object.key > 0 else { return }
        let entity = object.entity
        guard coordinator.homes(of: entity).count > 1, coordinator.partitionAttributes(of: entity).contains(key) else {
            return
        }
        throw ContextError(.partitionFixed, [.entity: entity.name, .property: key.name])
    }
}
