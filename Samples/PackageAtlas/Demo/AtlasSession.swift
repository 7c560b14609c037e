import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite
import PolystoreTerminal

/// An open atlas: the stores that a store file names, and the classes of the sample.
final class AtlasSession {
    /// The stores.
    let container: PersistentContainer
    /// The context that is imported into and asked.
    let context: ManagedObjectContext

    /// Opens the stores of a store file.
    ///
    /// - Parameters:
    ///   - storeFile: The store file.
    ///   - data: The folder that stands for `ATLAS_DATA` in the file; nil leaves the choice to the environment.
    /// - Throws: `ConfigurationError` with every problem of the file, or with the store that cannot be opened.
    convenience init(storeFile: String, data: URL?) throws {
        var environment = ProcessInfo.processInfo.environment
        if let data { environment["ATLAS_DATA"] = data.path(percentEncoded: false) }
        let coordinator = try StoreFile.makeCoordinator(
            path: storeFile, storeTypes: [.sqlite, .lmdb, .memory], environment: environment)
        let classes = EntityClasses(model: coordinator.model, classes: AtlasModel.classes)
        self.init(PersistentContainer(coordinator: coordinator, classes: classes))
    }

    /// Works with stores that are open.
    init(_ container: PersistentContainer) {
        self.container = container
        context = container.newConfinedContext()
    }

    /// Whether there are no packages yet.
    var isEmpty: Bool {
        get throws { try context.count(FetchRequest(BinaryPackage.self)) == 0 }
    }

    /// Asks questions of what is saved: an atlas that was imported just now is read back from its stores.
    func answers(to questions: [Question], removal: String? = nil) throws -> Transcript {
        context.reset()
        let atlas = try Atlas(context, removal: removal)
        return Transcript(
            sections: try questions.map { question in
                .init(name: question.name, title: question.title, lines: try question.answer(atlas).lines)
            })
    }

    /// Where each entity lives, with the number of its objects.
    func placement() throws -> Answer {
        var rows: [[String]] = []
        for entity in container.model.entities where !entity.isAbstract {
            let request = FetchRequest<ManagedObject>(entity: entity.name).includingSubentities(false)
            for store in container.coordinator.homes(of: entity) {
                let count = try context.count(request.affecting(stores: [store.name]))
                rows.append([entity.name, String(count), store.name, store.typeName])
            }
        }
        return Answer(
            [.init("entity"), .init("objects", .trailing), .init("store"), .init("type")], rows)
    }
}
