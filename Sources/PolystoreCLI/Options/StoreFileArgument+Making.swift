import Foundation
import Polystore

extension StoreFile {
    /// Makes every durable store of this file anew and fills them; none may be there, unless a copy was interrupted that has
    /// put some into their places.
    ///
    /// They are made beside their places and put there when they are whole.
    ///
    /// - Parameters:
    ///   - model: The model of a file that names none.
    ///   - source: What the stores are filled from, for messages.
    ///   - fill: Fills the stores, which are open for writing; they are closed afterwards.
    /// - Returns: What `fill` returns.
    /// - Throws: `CommandError` with code `storeExists`; `ConfigurationError` at the place of the file that is wrong; what
    ///   `fill` throws; and then there are none.
    func makeStores<Result>(
        model: ManagedObjectModel, from source: URL, _ fill: (PersistentContainer) throws -> Result
    ) throws -> Result {
        let stores = PlacedStore.all(in: self)
        let parts = stores.map { StorePlacing.Part($0.description, $0.type, hasArrival: true, .copy) }
        let placing = StorePlacing(parts, .copy, from: source)
        return try placing.run(replaces: UnfinishedMarks(stores.map(\.description)).has(.copy)) {
            let coordinator = try beside(StorePlacing.ending(.copy)).makeCoordinator(
                model: self.model == nil ? model : nil, storeTypes: StoreFileArgument.storeTypes)
            let container = PersistentContainer(
                coordinator: coordinator, classes: EntityClasses(model: coordinator.model))
            do {
                let result = try fill(container)
                try container.close()
                return result
            } catch {
                // The first error is the one to report; stores that cannot be closed are removed all the same.
                try? container.close()
                throw error
            }
        }
    }
}
