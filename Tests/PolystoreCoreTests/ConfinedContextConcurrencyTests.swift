import Dispatch
import Polystore
import Testing

@testable import PolystoreCore

@Suite("Confined contexts in tasks and actors: concurrency")
struct ConfinedContextConcurrencyTests {
    /// An actor with a context of its own.
    private actor Keeper {
        let container: PersistentContainer
        lazy var context = container.newConfinedContext()
        init(_ container: PersistentContainer) { self.container = container }

        func touch(_ pages: Int) async throws -> Int {
            let book = try context.first(FetchRequest(Book.self)) ?? context.insert(Book.self) { $0.title = "A" }
            book.pages = pages
            try await Task.sleep(for: .milliseconds(1))
            try context.save()
            return book.pages
        }
    }

    @Test("a context of an async function goes on after each await")
    func asyncFunction() async throws {
        let container = try Library.open()
        let context = container.newConfinedContext()
        let book = try context.insert(Book.self) { $0.title = "A" }
        for round in 1...20 {
            try await Task.sleep(for: .milliseconds(1))
            book.pages = round
            try context.save()
            #expect(try context.count(FetchRequest(Book.self).where(Book.pages == round)) == 1)
        }
        #expect(try Library.value(book.objectID, in: container) { "\($0.pages)" } == "20")
    }

    @Test("a context that an actor keeps goes on in each of its jobs")
    func actorContext() async throws {
        let keeper = Keeper(try Library.open())
        for round in 1...20 { #expect(try await keeper.touch(round) == round) }
    }

    @Test("a context that a function made and handed on goes on after each await")
    func handedOn() async throws {
        let container = try Library.open()
        func make() -> ManagedObjectContext { container.newConfinedContext() }
        let context = make()
        for _ in 0..<20 {
            try await Task.sleep(for: .milliseconds(1))
            try context.insert(Book.self) { $0.title = "A" }
        }
        #expect(context.insertedObjects.count == 20)
        try context.save()
    }

    @Test("a context of a closure lives to the closure's end")
    func closure() throws {
        let container = try Library.open()
        let id = try Library.save("A", pages: 7, in: container)
        let pages = try container.withConfinedContext { context in
            try context.existingObject(with: id, as: Book.self).pages
        }
        #expect(pages == 7)
    }

    @Test("a context of a thread merges what has arrived when it fetches, saves or processes changes", arguments: 0..<5)
    func merging(_ use: Int) throws {
        let container = try Library.open()
        let id = try Library.save("A", pages: 1, in: container)
        let context = container.newConfinedContext()
        context.automaticallyMergesChangesFromParent = true
        let book = try context.existingObject(with: id, as: Book.self)
        try Library.change(id, in: container) { $0.title = "B" }
        #expect(book.title == "A")
        switch use {
        case 0: _ = try context.fetch(FetchRequest(Book.self))
        case 1: _ = try context.count(FetchRequest(Book.self).where(Book.pages > 0))
        case 2: _ = try context.select(Book.title, from: FetchRequest(Book.self))
        case 3: try context.processPendingChanges()
        default: try context.save()
        }
        #expect(book.title == "B")
        // Its own changes stay on top, and are saved without a conflict.
        book.pages = 5
        try Library.change(id, in: container) { $0.title = "C" }
        try context.save()
        #expect(book.title == "C" && book.pages == 5)
        context.automaticallyMergesChangesFromParent = false
        try Library.change(id, in: container) { $0.title = "D" }
        try context.processPendingChanges()
        #expect(book.title == "C")
    }

    @Test("nothing is merged within a read that hands out batches")
    func mergingWithinReads() throws {
        let container = try Library.open()
        for title in ["A", "B", "C"] { try Library.save(title, pages: 1, in: container) }
        let context = container.newConfinedContext()
        context.automaticallyMergesChangesFromParent = true
        var seen: [Int] = []
        try context.forEachBatch(FetchRequest(Book.self).sorted(by: Book.title).batchSize(1)) { books in
            try Library.change(books[0].objectID, in: container) { $0.pages += 1 }
            try context.processPendingChanges()
            seen.append(books[0].pages)
            return true
        }
        #expect(seen == [1, 1, 1])
        #expect(try context.fetch(FetchRequest(Book.self)).map(\.pages) == [2, 2, 2])
    }
}
