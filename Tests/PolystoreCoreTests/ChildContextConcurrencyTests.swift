import Polystore
import Testing

@testable import PolystoreCore

@Suite("Child contexts: concurrency")
struct ChildContextConcurrencyTests {
    @Test("a child sees its parent's unsaved changes: fetch, count, order and limit, relationships")
    func unsaved() throws {
        let container = try Library.open()
        let saved = try Library.save("B", pages: 2, in: container)
        let deleted = try Library.save("C", pages: 3, in: container)
        let parent = container.newConfinedContext()
        let shelf = try parent.insert(Shelf.self) { $0.name = "S" }
        try parent.insert(Book.self) { ($0.title, $0.pages, $0.shelf) = ("A", 9, shelf) }
        let book = try parent.existingObject(with: saved, as: Book.self)
        book.pages = 20
        book.shelf = shelf
        parent.delete(try parent.existingObject(with: deleted))

        let child = parent.newConfinedChildContext()
        let all = FetchRequest(Book.self).sorted(by: Book.pages, ascending: false)
        #expect(try child.fetch(all).map(\.title) == ["B", "A"])
        #expect(try child.fetch(all.limit(1)).map(\.pages) == [20])
        #expect(try child.fetch(all.offset(1)).map(\.title) == ["A"])
        #expect(try child.count(FetchRequest(Book.self)) == 2)
        #expect(try child.count(FetchRequest(Book.self).where(Book.pages > 10)) == 1)
        #expect(try child.fetch(FetchRequest(Book.self).where(Book.shelf.name == "S")).count == 2)
        let own = try child.existingObject(with: shelf.objectID, as: Shelf.self)
        #expect(own.books.map(\.title) == ["A", "B"])
        #expect(own !== shelf)
        #expect(throws: ContextError.self) { try child.existingObject(with: deleted) }
    }

    @Test("a child's own changes lie over its parent's")
    func overlay() throws {
        let container = try Library.open()
        let saved = try Library.save("A", pages: 1, in: container)
        let parent = container.newConfinedContext()
        try parent.existingObject(with: saved, as: Book.self).pages = 2
        let child = parent.newConfinedChildContext()
        let book = try child.existingObject(with: saved, as: Book.self)
        #expect(book.pages == 2)
        book.pages = 3
        try child.insert(Book.self) { ($0.title, $0.pages) = ("B", 4) }
        let sorted = FetchRequest(Book.self).where(Book.pages > 2).sorted(by: Book.pages)
        #expect(try child.fetch(sorted).map(\.pages) == [3, 4])
        #expect(try parent.fetch(sorted).isEmpty)
        child.rollback()
        #expect(book.pages == 2)
        #expect(try child.count(FetchRequest(Book.self)) == 1)
        #expect(try parent.existingObject(with: saved, as: Book.self).pages == 2)
        #expect(parent.hasChanges)
    }

    @Test("a save goes up one level, and IDs stay the same to the store")
    func oneLevel() throws {
        let container = try Library.open()
        let parent = container.newConfinedContext()
        let child = parent.newConfinedChildContext()
        let grandchild = child.newConfinedChildContext()
        let book = try grandchild.insert(Book.self) { ($0.title, $0.pages) = ("A", 1) }
        let id = book.objectID
        try grandchild.save()
        #expect(!grandchild.hasChanges && child.hasChanges && !parent.hasChanges)
        #expect(try child.existingObject(with: id, as: Book.self).isInserted)
        try child.save()
        #expect(!child.hasChanges && parent.hasChanges)
        #expect(throws: ContextError.self) { try Library.value(id, in: container) { $0.title } }
        try parent.save()
        #expect(try Library.value(id, in: container) { "\($0.title) \($0.version)" } == "A 1")
        #expect(book.objectID == id)
        #expect(try parent.existingObject(with: id).objectID == id)
    }

    @Test("a child goes on after its parent has saved, again and again, without conflicts")
    func rounds() throws {
        let container = try Library.open()
        let saved = try Library.save("A", in: container)
        let parent = container.newConfinedContext()
        let child = parent.newConfinedChildContext()
        let grandchild = child.newConfinedChildContext()
        let book = try grandchild.existingObject(with: saved, as: Book.self)
        for pages in 1...4 {
            book.pages = pages
            try grandchild.save()
            book.title = "\(pages)"
            try grandchild.save()
            try child.save()
            try parent.save()
            let stored = try Library.value(saved, in: container) { "\($0.title) \($0.pages) \($0.version)" }
            #expect(stored == "\(pages) \(pages) \(pages + 1)")
        }
    }

    @Test("a child that began from what others have changed since conflicts, at its own save")
    func staleChild() throws {
        let container = try Library.open()
        let saved = try Library.save("A", pages: 1, in: container)
        let parent = container.newConfinedContext()
        let child = parent.newConfinedChildContext()
        let book = try child.existingObject(with: saved, as: Book.self)
        try Library.change(saved, in: container) { $0.pages = 2 }
        book.title = "B"
        #expect(throws: SaveError.self) { try child.save() }
        #expect(!parent.hasChanges)
        child.mergePolicy = .mergeByPropertyObjectTrump
        try child.save()
        try parent.save()
        #expect(try Library.value(saved, in: container) { "\($0.title) \($0.pages)" } == "B 2")
    }

    @Test("a conflict with the store comes up at the root's save")
    func staleParent() throws {
        let container = try Library.open()
        let saved = try Library.save("A", pages: 1, in: container)
        let parent = container.newConfinedContext()
        let held = try parent.existingObject(with: saved, as: Book.self)
        let child = parent.newConfinedChildContext()
        try child.existingObject(with: saved, as: Book.self).title = "B"
        try Library.change(saved, in: container) { $0.pages = 2 }
        try child.save()
        #expect(held.title == "B")
        #expect { try parent.save() } throws: { ($0 as? SaveError)?.conflicts.map(\.object) == [saved] }
        parent.mergePolicy = .mergeByPropertyObjectTrump
        try parent.save()
        #expect(try Library.value(saved, in: container) { "\($0.title) \($0.pages)" } == "B 2")
    }

    @Test("a child cannot change what its parent has deleted; both may delete it")
    func deletedInParent() throws {
        let container = try Library.open()
        let (one, two) = (try Library.save("A", in: container), try Library.save("B", in: container))
        let parent = container.newConfinedContext()
        let child = parent.newConfinedChildContext()
        try child.existingObject(with: one, as: Book.self).pages = 1
        child.delete(try child.existingObject(with: two))
        parent.delete(try parent.existingObject(with: one))
        parent.delete(try parent.existingObject(with: two))
        #expect { try child.save() } throws: { ($0 as? SaveError)?.conflicts.map(\.object) == [one] }
        child.mergePolicy = .overwrite
        try child.save()
        try parent.save()
        #expect(try Library.value(one, in: container) { $0.pages } == 1)
        #expect(throws: ContextError.self) { try Library.value(two, in: container) { $0.title } }
    }

    @Test("what a child deletes is deleted in its parent, and in the store when that saves")
    func deleteInChild() throws {
        let container = try Library.open()
        let saved = try Library.save("A", in: container)
        let parent = container.newConfinedContext()
        let fresh = try parent.insert(Book.self) { $0.title = "B" }
        let child = parent.newConfinedChildContext()
        child.delete(try child.existingObject(with: saved))
        child.delete(try child.existingObject(with: fresh.objectID))
        #expect(try child.count(FetchRequest(Book.self)) == 0)
        try child.save()
        #expect(parent.deletedObjects.map(\.objectID) == [saved])
        #expect(parent.insertedObjects.isEmpty)
        #expect(try Library.value(saved, in: container) { $0.title } == "A")
        try parent.save()
        #expect(throws: ContextError.self) { try Library.value(saved, in: container) { $0.title } }
    }

    @Test("a child goes on from what it inserted and its parent saved, without a conflict")
    func insertedGoesOn() throws {
        let container = try Library.open()
        let parent = container.newConfinedContext()
        let child = parent.newConfinedChildContext()
        let book = try child.insert(Book.self) { $0.title = "A" }
        for title in ["B", "C"] {
            try child.save()
            try parent.save()
            book.title = title
        }
        try child.save()
        try parent.save()
        #expect(try Library.value(book.objectID, in: container) { $0.title } == "C")
        // Another context's save is one, as ever.
        let other = container.newConfinedContext()
        try other.existingObject(with: book.objectID, as: Book.self).title = "X"
        try other.save()
        book.title = "D"
        try child.save()
        #expect(throws: SaveError.self) { try parent.save() }
    }

    /// A saved shelf with books.
    private func shelf(of titles: [String], in context: ManagedObjectContext) throws -> Shelf {
        let shelf = try context.insert(Shelf.self) { $0.name = "S" }
        for title in titles { try context.insert(Book.self) { ($0.title, $0.shelf) = (title, shelf) } }
        try context.save()
        return shelf
    }

    @Test("a refresh that keeps no changes drops a new order")
    func refreshedOrder() throws {
        let container = try Library.open()
        let context = container.newConfinedContext()
        let shelf = try shelf(of: ["A", "B", "C"], in: context)
        shelf.books.move(from: 2, to: 0)
        context.refresh(shelf, mergesChanges: false)
        #expect(shelf.books.map(\.title) == ["A", "B", "C"])
        try context.save()
        #expect(try Library.titles(onShelf: shelf.objectID, in: container) == ["A", "B", "C"])
    }

    @Test("the order of a to-many relationship comes through the levels")
    func ordered() throws {
        let container = try Library.open()
        let root = container.newConfinedContext()
        let shelf = try shelf(of: ["A", "B", "C"], in: root)
        // Unsaved in the parent: one more, at the front.
        let fourth = try root.insert(Book.self) { $0.title = "D" }
        shelf.books.insert(fourth, at: 0)

        let child = root.newConfinedChildContext()
        let own = try child.existingObject(with: shelf.objectID, as: Shelf.self)
        #expect(own.books.map(\.title) == ["D", "A", "B", "C"])
        own.books.move(from: 3, to: 1)
        let fifth = try child.insert(Book.self) { $0.title = "E" }
        own.books.insert(fifth, at: 2)
        #expect(own.books.map(\.title) == ["D", "C", "E", "A", "B"])
        try child.save()
        #expect(shelf.books.map(\.title) == ["D", "C", "E", "A", "B"])
        try root.save()
        #expect(try Library.titles(onShelf: shelf.objectID, in: container) == ["D", "C", "E", "A", "B"])
        own.books.move(from: 4, to: 0)
        try child.save()
        try root.save()
        #expect(try Library.titles(onShelf: shelf.objectID, in: container) == ["B", "D", "C", "E", "A"])
    }

    @Test("many-to-many relationships come through the levels, with their order")
    func manyToMany() throws {
        let container = try Library.open()
        let root = container.newConfinedContext()
        let tag = try root.insert(Tag.self) { $0.name = "T" }
        let books = try ["A", "B", "C"].map { title in try root.insert(Book.self) { $0.title = title } }
        for book in books { tag.books.insert(book) }
        try root.save()

        let child = root.newConfinedChildContext()
        let grandchild = child.newConfinedChildContext()
        let own = try grandchild.existingObject(with: tag.objectID, as: Tag.self)
        #expect(own.books.map(\.title) == ["A", "B", "C"])
        own.books.remove(try grandchild.existingObject(with: books[0].objectID, as: Book.self))
        let fourth = try grandchild.insert(Book.self) { $0.title = "D" }
        own.books.insert(fourth, at: 0)
        try grandchild.save()
        try child.save()
        #expect(tag.books.map(\.title) == ["D", "B", "C"])
        #expect(books[0].tags.isEmpty)
        try root.save()
        #expect(try Library.titles(ofTag: tag.objectID, in: container) == ["D", "B", "C"])
    }

    @Test("links to what only the parent has come through")
    func links() throws {
        let container = try Library.open()
        let root = container.newConfinedContext()
        let shelf = try root.insert(Shelf.self) { $0.name = "S" }
        let child = root.newConfinedChildContext()
        let book = try child.insert(Book.self) { $0.title = "A" }
        book.shelf = try child.existingObject(with: shelf.objectID, as: Shelf.self)
        try child.save()
        #expect(shelf.books.map(\.title) == ["A"])
        #expect(shelf.books.first?.shelf === shelf)
        try root.save()
        #expect(try Library.titles(onShelf: shelf.objectID, in: container) == ["A"])
    }

    @Test("children of the main context work on their own queues")
    func privateChild() async throws {
        let container = try Library.open()
        let saved = try Library.save("B", pages: 2, in: container)
        let child = try await MainActor.run {
            let main = container.viewContext
            try main.insert(Book.self) { ($0.title, $0.pages) = ("A", 1) }
            try main.existingObject(with: saved, as: Book.self).pages = 5
            return main.newChildContext()
        }
        let titles = try await child.perform { context in
            try context.insert(Book.self) { ($0.title, $0.pages) = ("C", 3) }
            let found = try context.fetch(FetchRequest(Book.self).sorted(by: Book.pages))
            try context.save()
            return found.map(\.title)
        }
        #expect(titles == ["A", "C", "B"])
        let inserted = await MainActor.run {
            defer { container.viewContext.rollback() }
            return container.viewContext.insertedObjects.count
        }
        #expect(inserted == 2)
    }

    @Test("many children of one parent save at the same time")
    func siblings() async throws {
        let container = try Library.open()
        let parent = container.newBackgroundContext()
        let children = try await parent.perform { context in (0..<8).map { _ in context.newChildContext() } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, child) in children.enumerated() {
                group.addTask {
                    for turn in 0..<10 {
                        try await child.perform { context in
                            try context.insert(Book.self) { $0.title = "\(number) \(turn)" }
                            _ = try context.count(FetchRequest(Book.self))
                            try context.save()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await parent.perform { try $0.count(FetchRequest(Book.self)) } == 80)
        try await parent.perform { try $0.save() }
        #expect(try await container.newBackgroundContext().perform { try $0.count(FetchRequest(Book.self)) } == 80)
    }

    @Test("without its parent a child's reads and saves are errors")
    func parentGone() throws {
        let container = try Library.open()
        var parent: ManagedObjectContext? = container.newConfinedContext()
        let child = try #require(parent?.newConfinedChildContext())
        try child.insert(Book.self) { $0.title = "A" }
        parent = nil
        let gone: (any Error) -> Bool = { ($0 as? ContextError)?.code == .contextGone }
        #expect { try child.save() } throws: { gone($0) }
        #expect { try child.fetch(FetchRequest(Book.self)) } throws: { gone($0) }
        #expect(child.hasChanges)
    }

    @Test("a private child of another thread's context is told that it cannot work")
    func confinedParent() throws {
        let container = try Library.open()
        let parent = container.newConfinedContext()
        let other = parent.newChildContext()
        // In the owner's place the child may use its parent; on its own it may not.
        #expect(try other.performAndWait { try $0.count(FetchRequest(Book.self)) } == 0)
        let elsewhere = { @Sendable in try other.performAndWait { try $0.count(FetchRequest(Book.self)) } }
        #expect { try onThreadAndWait(elsewhere) } throws: { ($0 as? ContextError)?.code == .notPerforming }
        withExtendedLifetime(parent) {}
    }

    @Test("siblings follow each other and their parent's saves when they merge automatically")
    func automaticSiblings() async throws {
        let container = try Library.open()
        let id = try Library.save("A", in: container)
        let parent = container.newBackgroundContext()
        let (first, second) = try await parent.perform { ($0.newChildContext(), $0.newChildContext()) }
        let (one, two) = (Reader(first), Reader(second))
        try await one.hold(id)
        try await two.hold(id)
        var ofFirst = try await one.changes().makeAsyncIterator()
        var ofSecond = try await two.changes().makeAsyncIterator()

        try await first.perform { context in
            try context.existingObject(with: id, as: Book.self).title = "B"
            try context.save()
        }
        #expect(await ofFirst.next()?.updated == [id])
        #expect(await ofSecond.next()?.refreshed == [id])
        #expect(await two.title() == "B")

        try await parent.perform { try $0.save() }
        #expect(await ofFirst.next()?.refreshed == [id])
        #expect(await ofSecond.next()?.refreshed == [id])
        #expect(await one.version() == 2)
        #expect(await two.version() == 2)

        // What others save comes through the parent, when that merges.
        try await parent.perform { $0.automaticallyMergesChangesFromParent = true }
        try Library.change(id, in: container) { $0.title = "C" }
        #expect(await ofFirst.next()?.refreshed == [id])
        #expect(await ofSecond.next()?.refreshed == [id])
        #expect(await one.title() == "C")
        #expect(await two.title() == "C")
    }

    @Test("saves of a parent, its children and others go on at the same time while all merge automatically")
    func automaticMerging() async throws {
        let container = try Library.open()
        let id = try Library.save("A", in: container)
        let parent = container.newBackgroundContext()
        let children = try await parent.perform { context in
            context.automaticallyMergesChangesFromParent = true
            context.mergePolicy = .mergeByPropertyObjectTrump
            return (0..<3).map { _ in context.newChildContext() }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, child) in children.enumerated() {
                group.addTask {
                    try await child.perform { context in
                        context.automaticallyMergesChangesFromParent = true
                        context.mergePolicy = .mergeByPropertyObjectTrump
                    }
                    for turn in 0..<10 {
                        try await child.perform { context in
                            try context.insert(Book.self) { $0.title = "\(number) \(turn)" }
                            try context.existingObject(with: id, as: Book.self).pages += 1
                            try context.save()
                        }
                    }
                }
            }
            group.addTask { for _ in 0..<10 { try await parent.perform { try $0.save() } } }
            group.addTask { for turn in 0..<10 { try Library.save("root \(turn)", in: container) } }
            try await group.waitForAll()
        }
        try await parent.perform { try $0.save() }
        for child in children { #expect(try await child.perform { try $0.count(FetchRequest(Book.self)) } == 41) }
    }

    @Test("a parent asks its children while they merge what it saves")
    func asksWhileMerging() async throws {
        let container = try Library.open()
        let id = try Library.save("A", in: container)
        let parent = container.newBackgroundContext()
        let child = try await parent.perform { $0.newChildContext() }
        let reader = Reader(child)
        try await reader.hold(id)
        for turn in 1...50 {
            let pages = try await parent.perform { context in
                try context.existingObject(with: id, as: Book.self).pages = turn
                try context.save()
                // The child merges now, on its own queue, and needs this context for it.
                return try child.performAndWait { try $0.existingObject(with: id, as: Book.self).pages }
            }
            #expect(pages == turn)
        }
    }

    @Test("a context that merges tells of objects that it does not hold as well")
    func eventsOfUnheldObjects() async throws {
        let container = try Library.open()
        let follower = container.newBackgroundContext()
        var changes = try await follower.perform { context in
            context.automaticallyMergesChangesFromParent = true
            return context.changes
        }.makeAsyncIterator()
        let id = try Library.save("A", in: container)
        #expect(await changes.next()?.inserted == [id])
        try Library.change(id, in: container) { $0.title = "B" }
        #expect(await changes.next()?.refreshed == [id])
        try Library.delete(id, in: container)
        #expect(await changes.next()?.deleted == [id])
    }

    /// An actor of a child context that holds a book, and so sees what is merged into it.
    private actor Reader {
        let handle: ContextHandle
        var book: Book?
        init(_ handle: ContextHandle) { self.handle = handle }
        nonisolated var unownedExecutor: UnownedSerialExecutor { handle.executor.asUnownedSerialExecutor() }
        func hold(_ id: ObjectID) throws {
            let context = try handle.current()
            context.automaticallyMergesChangesFromParent = true
            book = try context.existingObject(with: id, as: Book.self)
        }
        func changes() throws -> AsyncStream<ChangeEvent> { try handle.current().changes }
        func title() -> String { book?.title ?? "" }
        func version() -> Int { book?.version ?? 0 }
    }
}
