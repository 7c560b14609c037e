import Polystore
import PolystoreMemory
import PolystoreSQLite
import Testing

@Suite("A trace tells what is asked of the stores")
struct TraceTests {
    @Test("statements come with their rows and their time, and without what is bound to them")
    func statements() throws {
        let library = try ObservedLibrary(.sqlite, [.sql])
        _ = library.events.take(.sql)
        let context = library.container.newConfinedContext()
        let found = try context.fetch(FetchRequest(Book.self).where(Book.title == "book a3"))
        #expect(found.count == 1)
        let events = library.events.take(.sql)
        let query = try #require(events.first { $0.text.hasPrefix("SELECT") && $0.text.contains("ZTITLE") })
        #expect(query.rows == 1)
        #expect(query.store == "library")
        #expect(try #require(query.duration) > .zero)
        #expect(!query.text.contains("book a3"))
        #expect(query.description.hasPrefix("[sql] 'library' "))
        try library.end()
    }

    @Test("values are shown when they are asked for")
    func values() throws {
        let library = try ObservedLibrary(.sqlite, [.sql], showsValues: true)
        let context = library.container.newConfinedContext()
        _ = try context.fetch(FetchRequest(Book.self).where(Book.title == "book a3"))
        #expect(library.events.take(.sql).contains { $0.text.contains("'book a3'") })
        try library.end()
    }

    @Test("a save tells every statement that writes, of which some write eight rows", arguments: [1, 43])
    func writing(count: Int) throws {
        let library = try ObservedLibrary(.sqlite, [.sql])
        _ = library.events.take(.sql)
        let context = library.container.newConfinedContext()
        for number in 0..<count { try context.insert(Shelf.self) { $0.label = "new \(number)" } }
        try context.save()
        let events = library.events.take(.sql)
        #expect(events.filter { $0.text.hasPrefix("INSERT INTO ZSHELF") }.count == count % 8)
        #expect(events.filter { $0.text.hasPrefix("INSERT OR FAIL INTO ZSHELF") }.count == count / 8)
        #expect(events.contains { $0.text.hasPrefix("COMMIT") })
        try library.end()
    }

    @Test("fetches, counts and saves are told on every store", arguments: ObservedLibrary.storeTypes)
    func fetches(type: StoreType) throws {
        let library = try ObservedLibrary(type, [.fetch, .save])
        let saves = library.events.take(.save)
        #expect(saves.map(\.rows) == [24])
        #expect(saves.first?.text == "saved: 24 inserted, 0 updated, 0 deleted, 0 links")
        let context = library.container.newConfinedContext()
        _ = try context.fetch(FetchRequest(Book.self).where(Book.title.hasPrefix("book a")))
        _ = try context.count(FetchRequest(Shelf.self))
        let events = library.events.take(.fetch)
        #expect(events.map(\.rows) == [8, 8])
        #expect(events.allSatisfy { $0.store == "library" && $0.duration != nil })
        #expect(events.first?.text.hasPrefix("fetch Book where") == true)
        #expect(events.last?.text.hasPrefix("count: fetch Shelf") == true)
        #expect(library.events.take(.sql).isEmpty)
        try library.end()
    }

    @Test("a fault that is fulfilled alone is told, and what is read together is not")
    func faults() throws {
        let library = try ObservedLibrary(.memory, [.fault])
        let context = library.container.newConfinedContext()
        let books = try context.fetch(FetchRequest(Book.self))
        _ = books.first?.shelf?.label
        _ = books.first?.shelf?.books.count
        #expect(library.events.take(.fault).map(\.text) == ["Shelf", "Shelf.books"])
        try context.fulfill(books.compactMap(\.shelf))
        _ = books.map { $0.shelf?.label }
        #expect(library.events.take(.fault).isEmpty)
        try library.end()
    }

    @Test("groups that a store makes are told with how many there were; rows that are grouped are a fetch")
    func groups() throws {
        for type in ObservedLibrary.storeTypes {
            let library = try ObservedLibrary(type, [.fetch])
            let request = DictionaryRequestDescription(
                FetchRequest(Book.self).where(Book.title.hasPrefix("book a")).description,
                columns: [NamedExpression("books", try FetchExpression(format: "count(SELF)"))],
                grouping: [try FetchExpression(format: "shelf.label")])
            _ = library.events.take(.fetch)
            #expect(try library.container.newConfinedContext().fetchDictionaries(request).count == 8)
            let events = library.events.take(.fetch)
            let event = try #require(events.first)
            #expect(events.count == 1 && event.rows == 8 && event.store == "library")
            #expect(event.text.hasPrefix(type.name == "sqlite" ? "groups: fetch Book where" : "fetch Book where"))
            #expect(event.text.contains("groups: in SQL") == (type.name == "sqlite"))
            try library.end()
        }
    }
}
