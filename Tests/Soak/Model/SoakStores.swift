import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite

/// The stores of a run, and containers over them.
struct SoakStores {
    /// The folder of the files.
    let folder: URL

    static let classes: [any Entity.Type] = [Project.self, WorkItem.self, Tag.self, Session.self, Cursor.self]

    private var descriptions: [PersistentStoreDescription] {
        var work = PersistentStoreDescription(name: "work", type: .sqlite, url: folder.appending(path: "work.sqlite"))
        work.entities = ["Project", "WorkItem"]
        // Filled before the warm-up ends, and small beside what a leak would come to.
        work.options.values["cacheSize"] = .size(4 << 20)
        var words = PersistentStoreDescription(name: "words", type: .lmdb, url: folder.appending(path: "words.lmdb"))
        words.entities = ["Tag"]
        var session = PersistentStoreDescription(name: "session", type: .memory)
        session.entities = ["Session", "Cursor"]
        return [work, words, session].map { store in
            var store = store
            store.lockTimeout = .seconds(60)
            return store
        }
    }

    /// Opens the stores; they are made where there are none.
    ///
    /// - Throws: `CoordinatorError`, and what the file system throws.
    func open() throws -> PersistentContainer {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let container = try PersistentContainer(
            model: Self.classes, stores: descriptions, storeTypes: [.sqlite, .lmdb, .memory])
        container.coordinator.commitLogLimit = 4 << 20
        container.coordinator.queryGenerationLimit = QueryGenerationLimit(count: 16, age: .seconds(30), bytes: 8 << 20)
        return container
    }

    /// What the files take now.
    ///
    /// - Throws: What the file system throws.
    func use() throws -> FileUse { try FileUse(of: folder) }
}
