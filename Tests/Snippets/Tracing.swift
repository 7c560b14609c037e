import Polystore

final class Shelf: ManagedObject, Entity {
    static let label = Attribute<String>("label"), books = ToMany<Book>("books", inverse: \.shelf)
    static let entity = EntityDescription(Shelf.self, label, books)
}

final class Book: ManagedObject, Entity {
    static let title = Attribute<String>("title"), shelf = ToOne<Shelf>("shelf")
    static let entity = EntityDescription(Book.self, title, shelf)
}

let container = try PersistentContainer.inMemory(model: [Shelf.self, Book.self])
let context = container.viewContext
let books = try context.fetch(FetchRequest(Book.self))
