import Polystore
import Testing

@testable import PolystoreCore

@Suite("Merging what others save: concurrency")
struct MergingConcurrencyTests {
    /// The saves that a closure causes, over all contexts.
    private func events(_ container: PersistentContainer, _ body: () throws -> Void) rethrows -> [SaveEvent] {
        let events = Collected<SaveEvent>()
        let listening = container.coordinator.saves.listen { events.append($0) }
        try body()
        listening.stop()
        return events.all
    }

    @Test("a changed object shows the new values, and keeps unsaved ones on top")
    func updated() throws {
        let container = try Library.open()
        let id = try Library.save("A", pages: 1, in: container)
        let context = container.newConfinedContext()
        let book = try context.existingObject(with: id, as: Book.self)
        book.pages = 5
        let events = try events(container) {
            try Library.change(id, in: container) { ($0.title, $0.pages) = ("B", 2) }
        }
        #expect(book.title == "A")
        for event in events { context.mergeChanges(from: event) }
        #expect(book.title == "B")
        #expect(book.pages == 5)
        #expect(book.changedValues() == ["pages": .integer(5)])
        // What was merged conflicts no longer.
        try context.save()
        #expect(try Library.value(id, in: container) { "\($0.title) \($0.pages) \($0.version)" } == "B 5 3")
    }

    @Test("a clean object that was deleted goes, one with unsaved changes meets the conflict at its save")
    func deleted() throws {
        let container = try Library.open()
        let (clean, changed) = (try Library.save("A", in: container), try Library.save("B", in: container))
        let context = container.newConfinedContext()
        let cleanBook = try context.existingObject(with: clean, as: Book.self)
        let changedBook = try context.existingObject(with: changed, as: Book.self)
        changedBook.pages = 5
        let events = try events(container) {
            try Library.delete(clean, in: container)
            try Library.delete(changed, in: container)
        }
        for event in events { context.mergeChanges(from: event) }
        #expect(cleanBook.managedObjectContext == nil)
        #expect(context.registeredObject(for: clean) == nil)
        #expect(changedBook.pages == 5)
        #expect(context.accessError == nil)
        #expect(throws: SaveError.self) { try context.save() }
    }

    @Test("an object that two contexts gave to other owners is a member of one")
    func movedTwice() throws {
        let container = try Library.open()
        let id = try Library.save("A", in: container)
        let context = container.newConfinedContext()
        let shelves = try ["theirs", "mine"].map { name in try context.insert(Shelf.self) { $0.name = name } }
        try context.save()
        let book = try context.existingObject(with: id, as: Book.self)
        book.shelf = shelves[1]
        let theirs = shelves[0].objectID
        let events = try events(container) {
            try container.newBackgroundContext().performAndWait { context in
                let book = try context.existingObject(with: id, as: Book.self)
                book.shelf = try context.existingObject(with: theirs, as: Shelf.self)
                try context.save()
            }
        }
        for event in events { context.mergeChanges(from: event) }
        #expect(shelves.map { $0.books.map(\.title) } == [[], ["A"]])
        try context.save()
        #expect(try Library.titles(onShelf: theirs, in: container) == [])
        #expect(try Library.titles(onShelf: shelves[1].objectID, in: container) == ["A"])
    }

    @Test("members of to-many relationships are read anew, under what was added and removed")
    func members() throws {
        let container = try Library.open()
        let setup = container.newConfinedContext()
        let shelf = try setup.insert(Shelf.self) { $0.name = "S" }
        let books = try ["A", "B", "C"].map { title in
            try setup.insert(Book.self) { ($0.title, $0.shelf) = (title, shelf) }
        }
        try setup.save()

        let context = container.newConfinedContext()
        let mine = try context.existingObject(with: shelf.objectID, as: Shelf.self)
        #expect(mine.books.map(\.title) == ["A", "B", "C"])
        mine.books.remove(try context.existingObject(with: books[0].objectID, as: Book.self))
        let own = try context.insert(Book.self) { ($0.title, $0.shelf) = ("mine", mine) }
        let events = try events(container) {
            try setup.insert(Book.self) { ($0.title, $0.shelf) = ("D", shelf) }
            setup.delete(books[1])
            try setup.save()
        }
        for event in events { context.mergeChanges(from: event) }
        #expect(mine.books.map(\.title) == ["C", "D", "mine"])
        #expect(own.shelf === mine)
        try context.save()
        #expect(try Library.titles(onShelf: shelf.objectID, in: container) == ["C", "D", "mine"])
    }

    @Test("merging does not clear the access error of something else")
    func accessError() throws {
        let container = try Library.open()
        let (id, gone) = (try Library.save("A", in: container), try Library.save("B", in: container))
        let context = container.newConfinedContext()
        _ = try context.existingObject(with: id)
        let missing = try #require(context.object(with: gone) as? Book)
        let events = try events(container) {
            try Library.delete(gone, in: container)
            try Library.change(id, in: container) { $0.pages = 2 }
        }
        #expect(missing.pages == 0)
        #expect(context.accessError != nil)
        for event in events { context.mergeChanges(from: event) }
        #expect(context.accessError != nil)
    }

    @Test("contexts that merge automatically follow each other, and tell what was refreshed")
    func automatic() async throws {
        let container = try Library.open()
        let id = try Library.save("A", in: container)
        let follower = container.newBackgroundContext()
        var changes = try await follower.perform { context in
            context.automaticallyMergesChangesFromParent = true
            return context.changes
        }.makeAsyncIterator()
        let librarian = Holder(follower)
        try await librarian.hold(id)
        try Library.change(id, in: container) { $0.title = "B" }
        #expect(await changes.next()?.refreshed == [id])
        #expect(try await librarian.title() == "B")
        try await follower.perform { $0.automaticallyMergesChangesFromParent = false }
        try Library.change(id, in: container) { $0.title = "C" }
        #expect(try await librarian.title() == "B")
    }

    @Test("the main context merges what background contexts save")
    func mainContext() async throws {
        let container = try Library.open()
        let id = try Library.save("A", in: container)
        var changes = await MainActor.run {
            container.viewContext.automaticallyMergesChangesFromParent = true
            return container.viewContext.changes
        }.makeAsyncIterator()
        let keeper = try await MainActor.run {
            MainKeeper(try container.viewContext.existingObject(with: id, as: Book.self))
        }
        try Library.change(id, in: container) { $0.title = "B" }
        #expect(await changes.next()?.refreshed == [id])
        #expect(await MainActor.run { keeper.book.title } == "B")
    }

    @MainActor private final class MainKeeper {
        let book: Book
        init(_ book: Book) { self.book = book }
    }

    /// An actor of a context that holds a book.
    private actor Holder {
        let handle: ContextHandle
        var book: Book?
        init(_ handle: ContextHandle) { self.handle = handle }
        nonisolated var unownedExecutor: UnownedSerialExecutor { handle.executor.asUnownedSerialExecutor() }
        func hold(_ id: ObjectID) throws { book = try handle.current().existingObject(with: id, as: Book.self) }
        func title() throws -> String { book?.title ?? "" }
    }
}
