import Observation
import Polystore

final class Shelf: ManagedObject, Entity {
    static let name = Attribute<String>("name"), books = ToMany<Book>("books", inverse: \.shelf)
    static let entity = EntityDescription(Shelf.self, name, books)
}

final class Book: ManagedObject, Entity {
    static let title = Attribute<String>("title"), pages = Attribute<Int>("pages")
    static let shelf = ToOne<Shelf>("shelf")
    static let entity = EntityDescription(Book.self, title, pages, shelf)
}

final class Listener: FetchedResultsControllerDelegate {
    func controller(
        _ controller: FetchedResultsController<Book>, didChange diff: FetchedResultsDiff, from old: FetchedResults
    ) {}
}

let container = try PersistentContainer.inMemory(model: [Shelf.self, Book.self])
let handle = container.newBackgroundContext()
let context = container.newConfinedContext()
let screen = Listener()
