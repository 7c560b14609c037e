import Polystore
import PolystoreMemory
import Testing

@Suite("A fault policy finds loops that read one row at a time")
struct FaultPolicyTests {
    private func library(limit: Int, _ type: StoreType = .memory) throws -> ObservedLibrary {
        let library = try ObservedLibrary(type)
        library.container.faultPolicy = .limited(to: limit)
        return library
    }

    /// The code and place of an error.
    private func place(_ error: (any Error)?) -> [String?] {
        guard let error = error as? ContextError else { return [] }
        return [error.code.rawValue, error.details[.entity], error.details[.property], error.details[.limit]]
    }

    @Test(
        "the fault after the last that is allowed is not read, and the error names the entity",
        arguments: ObservedLibrary.storeTypes)
    func rows(type: StoreType) throws {
        let library = try library(limit: 3, type)
        let context = library.container.newConfinedContext()
        let books = try context.fetch(FetchRequest(Book.self).sorted(by: Book.title))
        #expect(books.prefix(3).map { $0.shelf?.label } == ["shelf 0", "shelf 1", "shelf 2"])
        #expect(context.accessError == nil)
        #expect(books[3].shelf?.label == "")
        #expect(place(context.accessError) == ["tooManyFaults", "Shelf", nil, "3"])
        #expect(throws: ContextError.self) { try context.save() }
        context.rollback()
        #expect(books[3].shelf?.label == "shelf 3")
        try library.end()
    }

    @Test("relationships are counted by themselves")
    func relationships() throws {
        let library = try library(limit: 2)
        let context = library.container.newConfinedContext()
        let shelves = try context.fetch(FetchRequest(Shelf.self).sorted(by: Shelf.label))
        #expect(shelves.prefix(2).map(\.books.count) == [2, 2])
        #expect(shelves[0].books.first?.title.isEmpty == false)
        #expect(context.accessError == nil)
        #expect(shelves[2].books.isEmpty)
        #expect(place(context.accessError) == ["tooManyFaults", "Shelf", "books", "2"])
        try library.end()
    }

    @Test("what is prefetched or fulfilled together does not count")
    func together() throws {
        let library = try library(limit: 0)
        let context = library.container.newConfinedContext()
        let shelves = try context.fetch(FetchRequest(Shelf.self).prefetching(Shelf.books))
        #expect(shelves.map(\.books.count) == Array(repeating: 2, count: 8))
        let books = try context.fetch(FetchRequest(Book.self))
        try context.fulfill(books.compactMap(\.shelf))
        #expect(Set(books.compactMap { $0.shelf?.label }).count == 8)
        #expect(context.accessError == nil)
        try library.end()
    }

    @Test("each piece of work counts anew, and throws at its end")
    func perform() async throws {
        let library = try library(limit: 1)
        let handle = library.container.newBackgroundContext()
        for _ in 0..<2 {
            let label = try await handle.perform { context in
                context.reset()
                return try context.fetch(FetchRequest(Book.self)).first?.shelf?.label
            }
            #expect(label?.isEmpty == false)
        }
        await #expect(throws: ContextError.self) {
            try await handle.perform { context in
                context.reset()
                return try context.fetch(FetchRequest(Book.self)).map { $0.shelf?.label ?? "" }
            }
        }
        try library.end()
    }

    @Test("children have the policy of their parent, and without a policy nothing is counted")
    func children() throws {
        let library = try library(limit: 1)
        let parent = library.container.newConfinedContext()
        #expect(parent.newConfinedChildContext().faultPolicy == .limited(to: 1))
        parent.faultPolicy = .unlimited
        _ = try parent.fetch(FetchRequest(Book.self)).map { $0.shelf?.label }
        #expect(parent.accessError == nil)
        try library.end()
    }
}
