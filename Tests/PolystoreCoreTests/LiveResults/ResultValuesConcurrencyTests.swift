import Polystore
import Testing

@testable import PolystoreCore

@Suite("Values that follow saves: concurrency")
struct ResultValuesConcurrencyTests {
    private let request = FetchRequest(Book.self).sorted(by: Book.title)

    @Test("values come with the list, and again when a save of any context changes them")
    func values() async throws {
        let container = try Library.open()
        let saved = try Library.save("a", pages: 1, in: container)
        var books = container.values(of: request).makeAsyncIterator()
        let first = try #require(try await books.next())
        #expect(first.values.map { $0[Book.title] } == ["a"])
        try Library.save("b", in: container)
        let second = try #require(try await books.next())
        #expect(second.values.map { $0[Book.title] } == ["a", "b"])
        #expect(second.diff.applied(to: first.results) == second.results)
        try Library.change(saved, in: container) { $0.pages = 2 }
        let third = try #require(try await books.next())
        #expect(third.values.map { $0[Book.pages] } == [2, 0])
        #expect(third.diff.objects == [.update(saved, at: ResultIndexPath(section: 0, item: 0))])
        try Library.delete(saved, in: container)
        #expect(try await books.next()?.diff.objects == [.delete(saved, from: ResultIndexPath(section: 0, item: 0))])
    }

    @Test("saves that come while nobody reads are one element, and the last one is never missed")
    func coalescing() async throws {
        let container = try Library.open()
        var books = container.values(of: request).makeAsyncIterator()
        _ = try await books.next()
        for number in 0..<50 { try Library.save("\(number)", in: container) }
        let next = try #require(try await books.next())
        #expect(next.values.count == 50)
        let more = Task { try await books.next() }
        try Library.save("last", in: container)
        #expect(try await more.value?.values.count == 51)
    }

    @Test("under saves without a pause a reader reaches the last state")
    func load() async throws {
        let container = try Library.open()
        let values = container.values(of: request)
        let reader = Task {
            var elements = 0
            var last = FetchedResults()
            for try await books in values {
                elements += 1
                #expect(books.diff.applied(to: last) == books.results)
                #expect(books.values.map(\.objectID) == books.results.objectIDs)
                last = books.results
                if books.results.count == 200 { return elements }
            }
            return 0
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<2 {
                group.addTask {
                    for number in 0..<100 { try Library.save("\(writer) \(number)", in: container) }
                }
            }
            try await group.waitForAll()
        }
        let elements = try await reader.value
        #expect(elements >= 1 && elements <= 201)
    }

    @Test("saves that concern other objects alone give no element")
    func unconcerned() async throws {
        let container = try Library.open()
        var books = container.values(of: request).makeAsyncIterator()
        _ = try await books.next()
        try container.newBackgroundContext().performAndWait { context in
            try context.insert(Shelf.self) { $0.name = "s" }
            try context.save()
        }
        try Library.save("a", in: container)
        #expect(try await books.next()?.values.count == 1)
    }

    @Test("sections of values follow a related object")
    func sections() async throws {
        let container = try Library.open()
        let handle = container.newBackgroundContext()
        let shelf = try await handle.perform { context in
            let shelf = try context.insert(Shelf.self) { $0.name = "s" }
            try context.insert(Book.self) { ($0.title, $0.shelf) = ("a", shelf) }
            try context.insert(Book.self) { $0.title = "b" }
            try context.save()
            return shelf.objectID
        }
        let request = FetchRequest(Book.self).sorted(by: Book.shelf.name).sorted(by: Book.title)
        var books = container.values(of: request, sectionedBy: Book.shelf.name).makeAsyncIterator()
        let first = try #require(try await books.next())
        #expect(first.results.sections.map(\.name) == ["", "s"])
        #expect(first.values(inSection: 1).map { $0[Book.title] } == ["a"])
        #expect(first.value(at: ResultIndexPath(section: 0, item: 0))?[Book.title] == "b")
        #expect(first.value(at: ResultIndexPath(section: 0, item: 1)) == nil)
        try await handle.perform { context in
            try context.existingObject(with: shelf, as: Shelf.self).name = "t"
            try context.save()
        }
        #expect(try await books.next()?.results.sections.map(\.name) == ["", "t"])
    }

    @Test("a cancelled reader ends, a wrong key path is thrown, and each iterator reads by itself")
    func ends() async throws {
        let container = try Library.open()
        let values = container.values(of: request)
        let reader = Task {
            var count = 0
            for try await _ in values { count += 1 }
            return count
        }
        reader.cancel()
        #expect(try await reader.value <= 1)
        var wrong = container.values(of: request.sorted(by: SortKey(["titel"]))).makeAsyncIterator()
        await #expect(throws: QueryError.self) { try await wrong.next() }
        var (first, second) = (values.makeAsyncIterator(), values.makeAsyncIterator())
        #expect(try await first.next()?.values.isEmpty == true)
        #expect(try await second.next()?.values.isEmpty == true)
    }
}
