import Polystore
import Testing

@testable import PolystoreCore

@Suite("Lists as sequences: concurrency")
struct LiveSequenceConcurrencyTests {
    private let request = FetchRequest(Book.self).sorted(by: Book.title)

    @Test("a sequence begins with the whole list, and differences lead from each element to the next")
    func elements() async throws {
        let container = try Library.open()
        try Library.save("a", in: container)
        let handle = container.newBackgroundContext()
        var updates = try await handle.perform { [request] in try $0.liveResults(of: request) }.makeAsyncIterator()
        let first = try #require(try await updates.next())
        #expect(first.results.count == 1)
        #expect(first.diff.applied(to: FetchedResults()) == first.results)
        try await handle.perform {
            try $0.insert(Book.self) { $0.title = "b" }; return ()
        }
        let second = try #require(try await updates.next())
        #expect(second.results.count == 2)
        #expect(second.diff.applied(to: first.results) == second.results)
    }

    @Test("a slow reader gets the newest list once, with everything that was updated meanwhile")
    func slowReader() async throws {
        let container = try Library.open()
        let saved = try Library.save("a", in: container)
        let handle = container.newBackgroundContext()
        var updates = try await handle.perform { [request] in try $0.liveResults(of: request) }.makeAsyncIterator()
        let first = try #require(try await updates.next())
        for number in 0..<20 {
            try await handle.perform { context in
                try context.existingObject(with: saved, as: Book.self).pages = number
                try context.insert(Book.self) { $0.title = "b\(number)" }
            }
        }
        let second = try #require(try await updates.next())
        #expect(second.results.count == 21)
        #expect(second.diff.applied(to: first.results) == second.results)
        #expect(second.diff.objects.contains(.update(saved, at: ResultIndexPath(section: 0, item: 0))))
    }

    @Test("a sequence ends with its context, with its controller, and when the reading task is cancelled")
    func ends() async throws {
        let container = try Library.open()
        var handle: ContextHandle? = container.newBackgroundContext()
        let updates = try await handle!.perform { [request] in try $0.liveResults(of: request) }
        let reader = Task {
            var count = 0
            for try await _ in updates { count += 1 }
            return count
        }
        try await handle?.perform { _ in }
        handle = nil
        #expect(try await reader.value <= 1)

        let other = container.newBackgroundContext()
        let gone = try await other.perform { [request] context in
            let books = try FetchedResultsController(request, in: context)
            try books.performFetch()
            return books.updates
        }
        var count = 0
        for try await _ in gone { count += 1 }
        #expect(count == 1)

        let endless = try await other.perform { [request] in try $0.liveResults(of: request) }
        let cancelled = Task {
            var count = 0
            for try await _ in endless { count += 1 }
            return count
        }
        cancelled.cancel()
        #expect(try await cancelled.value <= 1)
    }

    @Test("nothing is kept for a sequence that nobody reads any more")
    func forgotten() async throws {
        let container = try Library.open()
        let handle = container.newBackgroundContext()
        do {
            let updates = try await handle.perform { [request] in try $0.liveResults(of: request) }
            #expect(try await handle.perform { $0.changeBroadcast.isHeard })
            withExtendedLifetime(updates) {}
        }
        #expect(try await handle.perform { !$0.changeBroadcast.isHeard && !$0.saveBroadcast.isHeard })
    }

    @Test("a fetch that fails is thrown and ends the sequence")
    func failure() async throws {
        let container = try Library.open()
        let saved = try Library.save("a", in: container)
        let handle = container.newBackgroundContext()
        let updates = try await handle.perform { [request] in try $0.liveResults(of: request.limit(3)) }
        var iterator = updates.makeAsyncIterator()
        #expect(try await iterator.next()?.results.count == 1)
        try await handle.perform { context in
            let book = try context.existingObject(with: saved, as: Book.self)
            try context.coordinator.removeStore(named: "all")
            book.pages = 3
        }
        await #expect(throws: FetchError.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }
}
