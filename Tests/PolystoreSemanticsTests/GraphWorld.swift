import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite

/// A model without classes in stores of some types, in a folder that goes with it.
final class GraphWorld {
    let container: PersistentContainer
    private let folder: URL

    /// Opens stores: of each, its type and the entities that it serves, nil for all.
    init(_ entities: [EntityDescription], in stores: [(type: String, entities: [String]?)]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("polystore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var descriptions: [PersistentStoreDescription] = []
        for (index, store) in stores.enumerated() {
            let url = store.type == "memory" ? nil : folder.appendingPathComponent("\(index).\(store.type)")
            var description = PersistentStoreDescription(name: "store\(index)", type: store.type, url: url)
            description.entities = store.entities
            descriptions.append(description)
        }
        container = try PersistentContainer(
            model: try ManagedObjectModel(ModelDescription("Graph", entities)), stores: descriptions,
            storeTypes: [.memory, .sqlite, .lmdb])
    }

    deinit {
        try? container.close()  // a test that failed may have left a store in any state
        try? FileManager.default.removeItem(at: folder)
    }

    func context() -> ManagedObjectContext { container.newConfinedContext() }
}
