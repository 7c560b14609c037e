import Observation
import Polystore
import Synchronization
import Testing

@testable import PolystoreCore

@Suite("Observation of objects")
struct ObservationTests {
    /// Counts how often something was told.
    private final class Counter: Sendable {
        private let value = Atomic(0)
        var count: Int { value.load(ordering: .sequentiallyConsistent) }
        func add() { value.add(1, ordering: .sequentiallyConsistent) }
    }

    let container: PersistentContainer
    let context: ManagedObjectContext
    let shelf: Shelf
    let book: Book

    init() throws {
        container = try Library.open()
        context = container.newConfinedContext()
        context.isObservable = true
        shelf = try context.insert(Shelf.self) { $0.name = "A" }
        book = try context.insert(Book.self) { ($0.title, $0.pages) = ("Emma", 100) }
        try context.save()
    }

    private func track(_ read: () -> Void) -> Counter {
        let counter = Counter()
        withObservationTracking(read) { counter.add() }
        return counter
    }

    @Test("a change of a property that was read is told once, and one of another property is not")
    func attribute() {
        let told = track { _ = book.pages }
        book.title = "Persuasion"
        #expect(told.count == 0)
        book.pages = 200
        book.pages = 300
        #expect(told.count == 1)
        let again = track { _ = book.pages }
        book.pages = 400
        #expect(again.count == 1)
    }

    @Test("it is told before the change, also in the middle of an event")
    func before() throws {
        // SAFETY: the observer is told on the thread that changes the object.
        nonisolated(unsafe) let book = book
        let pages = Mutex<[Int]>([])
        for next in [200, 300] {
            withObservationTracking {
                _ = book.pages
            } onChange: {
                pages.withLock { $0.append(book.pages) }
            }
            book.pages = next
        }
        #expect(pages.withLock { $0 } == [100, 200])
    }

    @Test("both sides of a relationship are told")
    func relationship() throws {
        let (one, many) = (track { _ = book.shelf }, track { _ = shelf.books.count })
        book.shelf = shelf
        #expect([one.count, many.count] == [1, 1])
        let again = [track { _ = book.shelf }, track { _ = shelf.books.isEmpty }]
        shelf.books.remove(book)
        #expect(again.map(\.count) == [1, 1])
    }

    @Test("an object by names is followed as well")
    func names() throws {
        let told = track { _ = try? book.value(forKey: "pages") }
        try book.setValue(.integer(1), forKey: "pages")
        #expect(told.count == 1)
    }

    @Test("a merge tells what differs")
    func merge() throws {
        context.automaticallyMergesChangesFromParent = true
        let (title, pages) = (track { _ = book.title }, track { _ = book.pages })
        let id = book.objectID
        try container.withConfinedContext { other in
            try other.existingObject(with: id, as: Book.self).pages = 7
            try other.save()
        }
        try context.processPendingChanges()
        #expect([title.count, pages.count] == [0, 1])
        #expect(book.pages == 7)
        let gone = track { _ = book.pages }
        try container.withConfinedContext { other in
            other.delete(try other.existingObject(with: id, as: Book.self))
            try other.save()
        }
        try context.processPendingChanges()
        #expect(gone.count == 1)
    }

    @Test("undo, redo, a rollback, a refresh and a reset are told")
    func exchanges() throws {
        context.undoManager = ContextUndoManager()
        book.pages = 200
        try context.processPendingChanges()
        let changes: [() throws -> Void] = [
            { try context.undo() }, { try context.redo() }, { context.rollback() },
            { context.refresh(book, mergesChanges: false) }, { context.refreshAllObjects() }, { context.reset() },
        ]
        for change in changes {
            let told = track { _ = (book.pages, book.title) }
            try change()
            #expect(told.count == 1)
        }
    }

    @Test("an object that was fetched, or was a fault, is followed like a new one")
    func fetched() throws {
        context.reset()
        let found = try #require(try context.fetch(FetchRequest(Book.self)).first)
        let told = track { _ = found.pages }
        found.pages = 1
        #expect(told.count == 1)
        let shelf = try #require(try context.fetch(FetchRequest(Shelf.self)).first)
        context.refreshAllObjects()
        let fault = track { _ = shelf.name }
        shelf.name = "B"
        #expect(fault.count == 1)
    }

    @Test("a context that is not observable tells nothing, and one can become observable")
    func unused() throws {
        let other = container.newConfinedContext()
        let book = try other.existingObject(with: book.objectID, as: Book.self)
        let told = track { _ = book.pages }
        book.pages = 5
        #expect(told.count == 0)
        other.isObservable = true
        let now = track { _ = book.pages }
        book.pages = 6
        #expect(now.count == 1)
        other.isObservable = false
        let last = track { _ = book.pages }
        book.pages = 7
        #expect(last.count == 0)
    }
}
