import Dispatch
import Polystore
import Testing

@testable import PolystoreCore

@Suite("Lifetimes of contexts: concurrency")
struct ContextLifetimeConcurrencyTests {
    /// Weak references to everything that a context is made of.
    // SAFETY: written by the work of one context and read after that work has ended.
    private final class Parts: @unchecked Sendable {
        weak var context: ManagedObjectContext?
        weak var handle: ContextHandle?
        weak var executor: ContextExecutor?
        weak var object: ManagedObject?
        weak var batch: ObjectBatch?
        weak var anchor: ContextAnchor?

        var areGone: Bool {
            context == nil && handle == nil && executor == nil && object == nil && batch == nil && anchor == nil
        }
    }

    /// Fills a context with everything that could hold it: changes, relationships, listeners, a child, a generation.
    private func fill(_ context: ManagedObjectContext, _ parts: Parts, _ saved: ObjectID) throws {
        let shelf = try context.insert(Shelf.self) { $0.name = "S" }
        let book = try context.existingObject(with: saved, as: Book.self)
        book.shelf = shelf
        let tag = try context.insert(Tag.self) { $0.name = "T" }
        book.tags.insert(tag)
        context.automaticallyMergesChangesFromParent = true
        let child = context.newConfinedChildContext()
        child.automaticallyMergesChangesFromParent = true
        try child.existingObject(with: saved, as: Book.self).pages = 5
        try context.setQueryGeneration(.current)
        #expect(try context.count(FetchRequest(Book.self)) == 1)
        parts.context = context
        parts.handle = context.handle
        parts.executor = context.executor
        parts.object = book
        parts.batch = book.batch
        parts.anchor = context.anchor
    }

    @Test("nothing keeps a private context alive but its handle")
    func privateContext() throws {
        let container = try Library.open()
        let saved = try Library.save("A", in: container)
        let parts = Parts()
        func use() throws {
            let handle = container.newBackgroundContext()
            try handle.performAndWait { context in
                try fill(context, parts, saved)
                _ = context.saves
                _ = context.changes
            }
            #expect(parts.context != nil && parts.object != nil)
        }
        try use()
        #expect(parts.areGone)
        try Library.save("B", in: container)
    }

    @Test("nothing keeps a thread-confined context alive but its holder")
    func confinedContext() throws {
        let container = try Library.open()
        let saved = try Library.save("A", in: container)
        let parts = Parts()
        func use() throws {
            let context = container.newConfinedContext()
            try fill(context, parts, saved)
            #expect(parts.object != nil)
        }
        try use()
        #expect(parts.areGone)
    }

    @Test("a container's main context goes with the container")
    func mainContext() async throws {
        let parts = Parts()
        func use() async throws {
            let container = try Library.open()
            let saved = try Library.save("A", in: container)
            try await MainActor.run { try fill(container.viewContext, parts, saved) }
        }
        try await use()
        #expect(parts.context == nil)
        #expect(parts.object == nil)
        #expect(parts.batch == nil)
        #expect(parts.anchor == nil)
    }

    @Test("a private parent lives as long as its child, and no longer")
    func parent() throws {
        let container = try Library.open()
        let parts = Parts()
        func use() throws {
            let child = try container.newBackgroundContext().performAndWait { context in
                parts.context = context
                return context.newChildContext()
            }
            #expect(parts.context != nil)
            try child.performAndWait { _ = try $0.insert(Book.self) { $0.title = "A" } }
        }
        try use()
        #expect(parts.context == nil)
    }

    @Test("handles may be released on any thread, also by the context's own work")
    func release() async throws {
        let container = try Library.open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let handle = container.newBackgroundContext()
                    try handle.performAndWait { context in
                        context.automaticallyMergesChangesFromParent = true
                        try context.insert(Book.self) { $0.title = "\(number)" }
                    }
                    // The last reference goes with this work, on the context's queue.
                    handle.executor.schedule(whenNotServed: nil) { withExtendedLifetime(handle) {} }
                }
                group.addTask { try Library.save("S\(number)", in: container) }
            }
            try await group.waitForAll()
        }
    }

    @Test("automatic merging keeps no context alive, and meets contexts that go meanwhile")
    func merging() async throws {
        let container = try Library.open()
        let book = try Library.save("A", in: container)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<50 {
                        let handle = container.newBackgroundContext()
                        let read = try? handle.performAndWait { context in
                            context.automaticallyMergesChangesFromParent = true
                            return try context.existingObject(with: book, as: Book.self).title
                        }
                        #expect(read == "A")
                    }
                }
            }
            group.addTask {
                for number in 0..<100 {
                    #expect(throws: Never.self) { try Library.change(book, in: container) { $0.pages = number + 1 } }
                }
            }
        }
    }

    @Test("clean objects without other references are let go at the end of work")
    func prune() throws {
        let container = try Library.open()
        let books = try (0..<50).map { try Library.save("B\($0)", in: container) }
        let handle = container.newBackgroundContext()
        try handle.performAndWait { context in
            for book in books { _ = try context.existingObject(with: book) }
            #expect(context.registeredObjects.count == 50)
        }
        #expect(try handle.performAndWait { $0.registeredObjects.count } == 0)
    }
}
