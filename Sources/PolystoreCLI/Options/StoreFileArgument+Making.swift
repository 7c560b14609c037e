import Foundation
import Polystore

extension StoreFile {
    /// Makes every store of this file anew and opens it for writing; none may be there.
    ///
    /// - Throws: `CommandError` with code `storeExists`; `ConfigurationError` at the place of the file that is wrong, and
    ///   then none is left.
    func makingStores(model: ManagedObjectModel) throws -> PersistentContainer {
        for store in stores {
            guard let url = store.url, FileManager.default.fileExists(atPath: url.path) else { continue }
            throw CommandError.storeExists(store: store.name, path: url.path)
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

    /// Removes every store of this file that lies somewhere.
    func removeStores() throws {
        for store in stores {
            guard let url = store.url,
                let type = StoreFileArgument.storeTypes.first(where: { $0.name == store.type })
            else { continue }
            try type.destroy(url)
        }
    }
}
