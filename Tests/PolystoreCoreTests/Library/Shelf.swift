import Polystore

/// A place for books, in an order.
final class Shelf: ManagedObject, Entity {
    static let name = Attribute<String>("name", .unique)
    static let books = ToMany<Book>("books", inverse: \.shelf, .ordered)
    static let entity = EntityDescription(Shelf.self, name, books)
}
