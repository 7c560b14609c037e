import Polystore

/// What books are about; the books of a tag have an order, the tags of a book have none.
final class Tag: ManagedObject, Entity {
    static let name = Attribute<String>("name")
    static let books = ToMany<Book>("books", .ordered)
    static let entity = EntityDescription(Tag.self, name, books)
}
