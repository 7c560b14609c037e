import Polystore
import PolystoreMemory
import PolystoreReferenceStore

/// Shelves, books and tags in one store.
enum Library {
    static let classes: [any Entity.Type] = [Shelf.self, Book.self, Tag.self]

    /// Opens a container of its own, in memory; a reference store hands out rows in batches of sixteen.
    static func open(_ type: String = "memory") throws -> PersistentContainer {
        try PersistentContainer(
            model: classes, stores: [PersistentStoreDescription(name: "all", type: type)],
            storeTypes: [.memory, .reference("reference")])
    }

    /// Saves a book of its own context.
    @discardableResult
    static func save(_ title: String, pages: Int = 0, in container: PersistentContainer) throws -> ObjectID {
        try container.newBackgroundContext().performAndWait { context in
            let book = try context.insert(Book.self) { ($0.title, $0.pages) = (title, pages) }
            try context.save()
            return book.objectID
        }
    }

    /// Changes a saved book in a context of its own.
    static func change(
        _ book: ObjectID, in container: PersistentContainer, _ body: @Sendable (Book) -> Void
    ) throws {
        try container.newBackgroundContext().performAndWait { context in
            body(try context.existingObject(with: book, as: Book.self))
            try context.save()
        }
    }

    /// Deletes a saved object in a context of its own.
    static func delete(_ objectID: ObjectID, in container: PersistentContainer) throws {
        try container.newBackgroundContext().performAndWait { context in
            context.delete(try context.existingObject(with: objectID))
            try context.save()
        }
    }

    /// Looks at a saved book in a context of its own.
    static func value<Value: Sendable>(
        _ book: ObjectID, in container: PersistentContainer, _ body: @Sendable (Book) -> Value
    ) throws -> Value {
        try container.newBackgroundContext().performAndWait {
            body(try $0.existingObject(with: book, as: Book.self))
        }
    }

    /// The titles on a saved shelf, in its order.
    static func titles(onShelf shelf: ObjectID, in container: PersistentContainer) throws -> [String] {
        try container.newBackgroundContext().performAndWait {
            try $0.existingObject(with: shelf, as: Shelf.self).books.map(\.title)
        }
    }

    /// The titles of a saved tag's books, in its order.
    static func titles(ofTag tag: ObjectID, in container: PersistentContainer) throws -> [String] {
        try container.newBackgroundContext().performAndWait {
            try $0.existingObject(with: tag, as: Tag.self).books.map(\.title)
        }
    }
}
