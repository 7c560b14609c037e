import PolystoreModel
import Dispatch
import Foundation
import Polystore
import Testing

@testable import PolystoreCore

@Suite("Executors of contexts: concurrency")
struct ExecutorConcurrencyTests {
    @Test("perform returns values, and runs in the order in which it was asked")
    func order() async throws {
        let handle = try Library.open().newBackgroundContext()
        let seen = Locked<[Int]>([])
        for number in 0..<100 {
            handle.executor.schedule(whenNotServed: nil) { seen.withLock { $0.append(number) } }
        }
        let last = try await handle.perform { _ in seen.withLock { $0.count } }
        #expect(last == 100)
        #expect(seen.withLock { $0 } == Array(0..<100))
    }

    @Test("work of many threads on one context never overlaps")
    func exclusion() async throws {
        let container = try Library.open()
        let handle = container.newBackgroundContext()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for turn in 0..<25 {
                        if turn.isMultiple(of: 2) {
                            try await handle.perform { _ = try $0.insert(Book.self) { $0.title = "\(number)" } }
                        } else {
                            try handle.performAndWait { _ = try $0.insert(Book.self) { $0.title = "\(number)" } }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let inserted = try await handle.perform { $0.insertedObjects.count }
        #expect(inserted == 200)
    }

    @Test("a context that is in use is entered again at once, also through another one")
    func reentrance() throws {
        let container = try Library.open()
        let first = container.newBackgroundContext()
        let second = container.newBackgroundContext()
        let depth = try first.performAndWait { outer in
            let book = try outer.insert(Book.self) { $0.title = "A" }
            let inner = try first.performAndWait { _ in
                try second.performAndWait { _ in
                    // The outer context is the caller's, and so may be used here.
                    try first.performAndWait { $0.insertedObjects.count }
                }
            }
            return inner + book.title.count
        }
        #expect(depth == 2)
    }

    @Test("contexts run in parallel")
    func parallel() async throws {
        let container = try Library.open()
        let first = container.newBackgroundContext()
        let second = container.newBackgroundContext()
        let ping = DispatchSemaphore(value: 0)
        let pong = DispatchSemaphore(value: 0)
        async let one: Void = first.perform { _ in
            ping.signal()
            pong.wait()
        }
        async let two: Void = second.perform { _ in
            ping.wait()
            pong.signal()
        }
        _ = try await (one, two)
    }

    @Test("a thread-confined context is used directly and performs nothing for others")
    func confined() async throws {
        let container = try Library.open()
        let (count, handle) = try {
            let context = container.newConfinedContext()
            try context.insert(Book.self) { $0.title = "A" }
            let own = try context.handle.performAndWait { $0.insertedObjects.count }
            return (own, context.handle)
        }()
        #expect(count == 1)
        await expect(.notPerforming) { try await handle.perform { _ in } }
    }

    @Test("an actor that joins a context uses it directly, and work of perform is on its executor")
    func joinedActor() async throws {
        let librarian = Librarian(try Library.open())
        let first = try await librarian.add("A")
        let count = try await librarian.add("B")
        #expect((first, count) == (1, 2))
        let titles = try await librarian.handle.perform { context in
            librarian.assumeIsolated { $0.visits += 1 }
            return context.insertedObjects.count
        }
        #expect(titles == 2)
        #expect(await librarian.visits == 3)
        try await librarian.save()
    }

    @Test("a fault of an actor's job is announced when the job ends")
    func joinedActorAnnounces() async throws {
        let librarian = Librarian(try Library.open())
        let changes = try await librarian.handle.perform { $0.changes }
        try await librarian.add("A")
        var iterator = changes.makeAsyncIterator()
        #expect(await iterator.next()?.inserted.count == 1)
    }

    @Test("the main actor's context is used on the main actor and reached from elsewhere")
    func mainContext() async throws {
        let container = try Library.open()
        let handle = try await MainActor.run {
            try container.viewContext.insert(Book.self) { $0.title = "A" }
            return container.viewContext.handle
        }
        let performed = try await handle.perform { $0.insertedObjects.count }
        #expect(performed == 1)
        let waited = try await onThread { try handle.performAndWait { $0.insertedObjects.count } }
        #expect(waited == 1)
    }

    @Test("the main context waits for a private one, which may use the main context meanwhile")
    func mainContextReentrance() async throws {
        let container = try Library.open()
        let count = try await MainActor.run {
            let main = container.viewContext.handle
            try container.viewContext.insert(Book.self) { $0.title = "A" }
            return try container.newBackgroundContext().performAndWait { _ in
                try main.performAndWait { $0.insertedObjects.count }
            }
        }
        #expect(count == 1)
    }

    @Test("a context that is gone is reported to the caller that asks for work")
    func contextGone() async throws {
        let container = try Library.open()
        let handle = await MainActor.run {
            PersistentContainer(coordinator: container.coordinator, classes: container.classes).viewContext.handle
        }
        await expect(.contextGone) { try await handle.perform { _ in } }
    }

    @Test("an object that outlives its context keeps what was read, and throws for the rest")
    func objectOutlivesContext() throws {
        let container = try Library.open()
        let saved = try Library.save("A", pages: 7, in: container)
        var context: ManagedObjectContext? = container.newConfinedContext()
        let fault = try #require(context?.object(with: saved) as? Book)
        let read = try #require(try context?.insert(Book.self) { $0.title = "B" })
        context = nil
        #expect { try fault.value(for: Book.pages) } throws: { ($0 as? ContextError)?.code == .contextGone }
        #expect(fault.inaccessibleError == nil)
        #expect(read.title == "B")
        #expect(read.managedObjectContext == nil)
    }

    @Test("a main queue that is not served is an error, not a hang")
    func mainQueueNotServed() async {
        await #expect(processExitsWith: .success) {
            let container = try Library.open()
            let handle = await MainActor.run { container.viewContext.handle }
            handle.executor.mainQueueDeadline = .milliseconds(20)
            let release = DispatchSemaphore(value: 0)
            let blocked = DispatchSemaphore(value: 0)
            DispatchQueue.main.async {
                blocked.signal()
                release.wait()
            }
            await onThread { blocked.wait() }
            await expect(.mainQueueNotServed) { try await handle.perform { _ in } }
            await expect(.mainQueueNotServed) { try await onThread { try handle.performAndWait { _ in } } }
            // Served again, it works again; what was refused does not come late.
            release.signal()
            handle.executor.mainQueueDeadline = .seconds(60)
            try await handle.perform { _ in }
        }
    }
}
