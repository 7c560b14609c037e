import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite

final class Shelf: ManagedObject, Entity {
    static let label = Attribute<String>("label")
    static let books = ToMany<Book>("books", inverse: \.shelf)
    static let entity = EntityDescription(Shelf.self, label, books)
}

final class Book: ManagedObject, Entity {
    static let title = Attribute<String>("title", .indexed)
    static let shelf = ToOne<Shelf>("shelf")
    static let entity = EntityDescription(Book.self, title, shelf)
}

/// A container of a few shelves with books, whose events are kept, over a store of a type.
struct ObservedLibrary {
    static let storeTypes: [StoreType] = [.sqlite, .lmdb, .memory]

    let container: PersistentContainer
    let events = KeptEvents()
    private let folder: URL

    init(_ type: StoreType, _ categories: Set<TraceCategory> = [], showsValues: Bool = false) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "observed-\(UUID().uuidString)")
        let model = try ManagedObjectModel.describing([Shelf.self, Book.self])
        let coordinator = PersistentStoreCoordinator(
            model: model, storeTypes: Self.storeTypes,
            trace: Trace(categories, showsValues: showsValues, receiver: events))
        try coordinator.addStore(
            PersistentStoreDescription(
                name: "library", type: type, url: type.hasURL ? folder.appending(path: "library") : nil))
        container = PersistentContainer(
            coordinator: coordinator, classes: EntityClasses(model: model, classes: [Shelf.self, Book.self]))
        let context = container.newConfinedContext()
        for number in 0..<8 {
            let shelf = try context.insert(Shelf.self) { $0.label = "shelf \(number)" }
            for letter in ["a", "b"] {
                try context.insert(Book.self) { ($0.title, $0.shelf) = ("book \(letter)\(number)", shelf) }
            }
        }
        try context.save()
    }

    /// Closes the stores and removes their files.
    func end() throws {
        try container.close()
        if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
    }
}
