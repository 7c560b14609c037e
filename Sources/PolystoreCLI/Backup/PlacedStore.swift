import Foundation
import Polystore

/// A store of a store file that outlives its process, with its type.
struct PlacedStore {
    let description: PersistentStoreDescription
    let type: StoreType

    var name: String { description.name }

    /// Where the store lies, for messages.
    var place: String { description.url?.path ?? name }

    /// The durable stores of a file, in its order.
    static func all(in file: StoreFile) -> [PlacedStore] {
        file.descriptions(StoreFileArgument.storeTypes).compactMap { description in
            guard let type = StoreFileArgument.storeTypes.first(where: { $0.name == description.type }),
                type.capabilities.isDurable
            else { return nil }
            return PlacedStore(description: description, type: type)
        }
    }

    /// Whether there is a store, or something else in its place.
    func exists() throws(StoreError) -> Bool { try type.exists(description) }
}
