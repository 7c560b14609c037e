import Foundation
import Polystore
import Testing

@testable import PolystoreCore

@Suite("Lists that follow changes of a context")
struct LiveResultTests {
    let container: PersistentContainer
    let context: ManagedObjectContext

    init() throws {
        container = try Library.open()
        context = container.newConfinedContext()
        context.automaticallyMergesChangesFromParent = true
        for (title, pages) in [("a", 1), ("b", 2), ("c", 3)] {
            try context.insert(Book.self) { ($0.title, $0.pages) = (title, pages) }
        }
        try context.save()
    }

    /// Does something whenever it is told.
    private final class Delegate: FetchedResultsControllerDelegate {
        var diffs: [FetchedResultsDiff] = []
        var errors: [any Error] = []
        var respond: (FetchedResultsController<Book>) -> Void = { _ in }

        func controller(
            _ controller: FetchedResultsController<Book>, didChange diff: FetchedResultsDiff, from old: FetchedResults
        ) {
            #expect(diff.applied(to: old) == controller.results)
            diffs.append(diff)
            respond(controller)
        }

        func controller(_ controller: FetchedResultsController<Book>, didFail error: any Error) { errors.append(error) }
    }

    private func books(_ delegate: Delegate) throws -> FetchedResultsController<Book> {
        let books = try FetchedResultsController(FetchRequest(Book.self).sorted(by: Book.title), in: context)
        try books.performFetch()
        books.delegate = delegate
        return books
    }

    @Test("a controller has no results before it has fetched, and hears nothing")
    func beginning() throws {
        let books = try FetchedResultsController(FetchRequest(Book.self).sorted(by: Book.title), in: context)
        try context.insert(Book.self) { $0.title = "d" }
        try context.processPendingChanges()
        #expect(books.results.isEmpty && books.results.sections.count == 1)
        #expect(try books.performFetch().count == 4)
        #expect(books.objects.map(\.title) == ["a", "b", "c", "d"])
    }

    @Test("what a getter met elsewhere does not stop a list, and is thrown by the next call of the program")
    func accessErrorElsewhere() async throws {
        context.automaticallyMergesChangesFromParent = false
        let delegate = Delegate()
        let books = try books(delegate)
        let byPages = try FetchedResultsController(
            FetchRequest(Book.self).sorted(by: Book.pages).limit(5), in: context)
        try byPages.performFetch()
        let lists = try context.liveResults(of: FetchRequest(Book.self))
        let lost = books.objects[0]
        let lostID = lost.objectID
        context.refresh(lost, mergesChanges: false)
        try container.withConfinedContext { other in
            other.delete(try other.existingObject(with: lostID))
            try other.save()
        }
        let added = try context.insert(Book.self) { ($0.title, $0.pages) = ("d", 4) }
        #expect(lost.title == "" && context.accessError != nil)
        #expect(throws: ContextError.self) { try context.fetch(FetchRequest(Book.self)) }
        try context.processPendingChanges()
        #expect(books.failure == nil && byPages.failure == nil && delegate.errors.isEmpty)
        #expect(books.objects.contains(added) && byPages.objects.contains(added))
        #expect(context.takeAccessError() != nil)
        var iterator = lists.makeAsyncIterator()
        #expect(try await iterator.next()?.results.isEmpty == false)
    }

    @Test("a delegate may change objects while it is told: that is told next, in order")
    func changingDelegate() throws {
        let delegate = Delegate()
        let books = try books(delegate)
        delegate.respond = { controller in
            for book in controller.objects where book.pages < 3 { book.pages += 1 }
            // Ends the group of changes within the call.
            try? controller.context.processPendingChanges()
        }
        books.objects[2].title = "0"
        try context.processPendingChanges()
        #expect(delegate.diffs.count == 3)
        #expect(books.objects.map(\.pages) == [3, 3, 3])
        #expect(books.objects.map(\.title) == ["0", "a", "b"])
    }

    @Test("a delegate may save, insert and delete while it is told, also in the middle of a save")
    func savingDelegate() throws {
        let delegate = Delegate()
        let books = try books(delegate)
        delegate.respond = { controller in
            guard delegate.diffs.count < 3 else { return }
            do {
                try controller.context.insert(Book.self) { $0.title = "new \(delegate.diffs.count)" }
                if let first = controller.objects.first { controller.context.delete(first) }
                try controller.context.save()
            } catch {
                Issue.record(error)
            }
        }
        books.objects[0].pages = 9
        try context.save()
        #expect(delegate.diffs.count == 3)
        #expect(books.objects.map(\.title) == ["c", "new 1", "new 2"])
        let stored = try container.newConfinedContextTitles()
        #expect(stored == ["c", "new 1", "new 2"])
    }

    @Test("a delegate may roll back or reset the context while it is told")
    func resettingDelegate() throws {
        for isReset in [false, true] {
            let delegate = Delegate()
            let books = try books(delegate)
            delegate.respond = { controller in
                delegate.respond = { _ in }
                if isReset { controller.context.reset() } else { controller.context.rollback() }
            }
            try context.insert(Book.self) { $0.title = "d" }
            try context.processPendingChanges()
            #expect(delegate.diffs.count == 2)
            #expect(books.objects.map(\.title) == ["a", "b", "c"])
        }
    }

    @Test("a delegate may let its controller go while it is told")
    func leavingDelegate() throws {
        let delegate = Delegate()
        var books: FetchedResultsController<Book>? = try books(delegate)
        delegate.respond = { _ in books = nil }
        #expect(books?.results.count == 3)
        try context.insert(Book.self) { $0.title = "d" }
        try context.processPendingChanges()
        try context.insert(Book.self) { $0.title = "e" }
        try context.processPendingChanges()
        #expect(delegate.diffs.count == 1 && books == nil)
    }

    @Test("after a rollback, new objects that were announced are told to be gone")
    func rollback() throws {
        let delegate = Delegate()
        let books = try books(delegate)
        try context.insert(Book.self) { $0.title = "d" }
        try context.processPendingChanges()
        #expect(books.results.count == 4)
        context.rollback()
        #expect(books.results.count == 3 && delegate.diffs.count == 2)
    }

    @Test("a list without unsaved changes leaves out an object that was changed here and deleted elsewhere")
    func deletedElsewhere() throws {
        let request = FetchRequest(Book.self).sorted(by: Book.title).includingPendingChanges(false)
        let books = try FetchedResultsController(request, in: context)
        try books.performFetch()
        let delegate = Delegate()
        books.delegate = delegate
        let first = try #require(books.objects.first)
        let id = first.objectID
        first.pages = 7
        try container.withConfinedContext { other in
            other.delete(try other.existingObject(with: id, as: Book.self))
            try other.save()
        }
        try context.processPendingChanges()
        #expect(books.objects.map(\.title) == ["b", "c"])
        #expect(delegate.diffs.count == 1)
        #expect(first.pages == 7 && context.hasChanges)
    }

    @Test("a list that cannot be followed keeps its results, tells the error, and follows again when it can")
    func failing() throws {
        context.automaticallyMergesChangesFromParent = false
        try context.setQueryGeneration(.current)
        let delegate = Delegate()
        let books = try books(delegate)
        container.coordinator.queryGenerationLimit = QueryGenerationLimit(age: .zero)
        try Library.save("z", in: container)
        books.objects[0].pages = 7
        try context.processPendingChanges()
        #expect(delegate.errors.count == 1 && delegate.diffs.isEmpty)
        #expect((delegate.errors.first as? StoreError)?.code == .snapshotExpired)
        #expect(books.failure != nil && books.results.count == 3)
        try context.setQueryGeneration(nil)
        books.objects[1].pages = 8
        try context.processPendingChanges()
        #expect(books.failure == nil && books.results.count == 4)
        #expect(delegate.diffs.last?.objects.count == 3)
    }

    @Test("a request for objects of another class is refused when it is fetched")
    func wrongClass() throws {
        let books = try FetchedResultsController(FetchRequest<Shelf>(entity: "Book"), in: context)
        let error = #expect(throws: ContextError.self) { try books.performFetch() }
        #expect(error?.code == .wrongClass)
    }

    @Test("a list of objects whose store was removed is refused by name, and follows no further")
    func absentStore() throws {
        try container.coordinator.removeStore(named: "all")
        let books = try FetchedResultsController(FetchRequest(Book.self).sorted(by: Book.title), in: context)
        #expect(throws: FetchError.self) { try books.performFetch() }
        #expect(books.results.isEmpty)
    }

    @Test("a store that is removed fails the list at the next change that needs it, with the error of a fetch")
    func removedStore() throws {
        let books = try FetchedResultsController(
            FetchRequest(Book.self).sorted(by: Book.title).limit(2), in: context)
        try books.performFetch()
        let delegate = Delegate()
        books.delegate = delegate
        let first = try #require(books.objects.first)
        try container.coordinator.removeStore(named: "all")
        first.pages = 4
        try context.processPendingChanges()
        #expect(delegate.errors.first is FetchError)
        #expect(books.results.count == 2)
    }

    @Test("sections by a computed value follow the order by it")
    func computed() throws {
        let parity = Book.pages.remainder(dividingBy: 2)
        let request = FetchRequest(Book.self).sorted(by: parity).sorted(by: Book.title)
        let books = try FetchedResultsController(request, sectionedBy: parity, in: context)
        try books.performFetch()
        #expect(books.results.sections.map(\.name) == ["0", "1"])
        #expect(books.objects(inSection: 1).map(\.title) == ["a", "c"])
        books.objects(inSection: 0)[0].pages = 5
        try context.processPendingChanges()
        #expect(books.results.sections.map(\.name) == ["1"])
    }
}

extension PersistentContainer {
    /// The titles of all stored books.
    fileprivate func newConfinedContextTitles() throws -> [String] {
        try withConfinedContext { try $0.fetch(FetchRequest(Book.self).sorted(by: Book.title)).map(\.title) }
    }
}
