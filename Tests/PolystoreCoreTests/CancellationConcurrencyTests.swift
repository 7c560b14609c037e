import Dispatch
import Polystore
import Testing

@Suite("Cancellation of tasks: concurrency")
struct CancellationConcurrencyTests {
    private func fill(_ container: PersistentContainer, _ count: Int) throws {
        try container.newBackgroundContext().performAndWait { context in
            for number in 0..<count { try context.insert(Book.self) { $0.title = "\(number)" } }
            try context.save()
        }
    }

    @Test("a fetch of a cancelled task ends between batches with CancellationError")
    func fetch() async throws {
        let container = try Library.open("reference")
        try fill(container, 100)
        let handle = container.newBackgroundContext()
        let (started, cancelled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let task = Task {
            try await handle.perform { context in
                started.signal()
                cancelled.wait()
                return try context.fetch(FetchRequest(Book.self)).count
            }
        }
        await onThread { started.wait() }
        task.cancel()
        cancelled.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
        // The context is as good as before.
        #expect(try await handle.perform { try $0.fetch(FetchRequest(Book.self)).count } == 100)
    }

    @Test("batches that came before the cancellation are kept")
    func batches() async throws {
        let container = try Library.open("reference")
        try fill(container, 100)
        let handle = container.newBackgroundContext()
        let seen = Collected<Int>()
        let (started, cancelled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let task = Task {
            try await handle.perform { context in
                try context.forEachBatch(FetchRequest(Book.self).batchSize(10)) { books in
                    seen.append(books.count)
                    if seen.all.count == 2 {
                        started.signal()
                        cancelled.wait()
                    }
                    return true
                }
            }
        }
        await onThread { started.wait() }
        task.cancel()
        cancelled.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(seen.all.count >= 2 && seen.all.count < 10)
        #expect(seen.all.allSatisfy { $0 == 10 })
    }

    @Test("a fetch in a cancelled task that uses its context directly ends too")
    func joined() async throws {
        let container = try Library.open("reference")
        try fill(container, 10)
        let task = Task {
            await withCheckedContinuation { $0.resume() }
            while !Task.isCancelled { await Task.yield() }
            return try container.newConfinedContext().fetch(FetchRequest(Book.self)).count
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("a save of a cancelled task is finished, and its receipt comes")
    func save() async throws {
        let container = try Library.open("reference")
        let handle = container.newBackgroundContext()
        let (started, cancelled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let task = Task {
            try await handle.perform { context in
                let book = try context.insert(Book.self) { $0.title = "A" }
                started.signal()
                cancelled.wait()
                try context.save()
                return book.objectID
            }
        }
        await onThread { started.wait() }
        task.cancel()
        cancelled.signal()
        let id = try await task.value
        #expect(try Library.value(id, in: container) { $0.title } == "A")
    }
}
