import Polystore

/// A book on a shelf.
final class Book: ManagedObject, Entity {
    static let title = Attribute<String>("title", .indexed)
    static let pages = Attribute<Int>("pages", .default(0))
    static let shelf = ToOne<Shelf>("shelf")
    static let tags = ToMany<Tag>("tags", inverse: \.books)
    static let entity = EntityDescription(Book.self, title, pages, shelf, tags)
}
