import Polystore

extension StoreFile {
    /// Makes every store of this file anew and opens it for writing; none may be there.
    ///
    /// - Throws: `CommandError` with code `storeExists`; `ConfigurationError` at the place of the file that is wrong, and
    ///   then none is left.
    func makingStores(model: ManagedObjectModel) throws -> PersistentContainer {
        for store in PlacedStore.all(in: self) where try store.exists() {
            throw CommandError.storeExists(store: store.name, path: store.place)
        }
        do {
            let coordinator = try makeCoordinator(
                model: self.model == nil ? model : nil, storeTypes: StoreFileArgument.storeTypes)
            return PersistentContainer(coordinator: coordinator, classes: EntityClasses(model: coordinator.model))
        } catch {
            try removeStores()
            throw error
        }
    }

    /// Removes every durable store of this file.
    func removeStores() throws {
        for store in PlacedStore.all(in: self) { try store.type.destroy(store.description) }
    }
}
