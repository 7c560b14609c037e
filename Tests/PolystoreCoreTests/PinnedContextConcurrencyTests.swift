import Polystore
import Testing

@testable import PolystoreCore

@Suite("Pinned contexts and cuts (P4): concurrency")
struct PinnedContextConcurrencyTests {
    private let all = FetchRequest(Book.self).sorted(by: Book.title)

    @Test("a pinned context sees nothing that is committed later, until it advances")
    func pinned() throws {
        let container = try Library.open()
        let id = try Library.save("A", in: container)
        let context = container.newConfinedContext()
        try context.pin()
        #expect(context.isPinned)
        try Library.save("B", in: container)
        try Library.change(id, in: container) { $0.pages = 7 }
        #expect(try context.fetch(all).map(\.title) == ["A"])
        #expect(try context.count(all) == 1)
        #expect(try context.existingObject(with: id, as: Book.self).pages == 0)
        context.advance()
        #expect(try context.fetch(all).map(\.title) == ["A", "B"])
        try Library.save("C", in: container)
        #expect(try context.count(all) == 2)
        try context.unpin()
        #expect(!context.isPinned)
        #expect(try context.count(all) == 3)
    }

    @Test("a fault of a pinned context is read from its cut, even when the object was deleted meanwhile")
    func fault() throws {
        let container = try Library.open()
        let id = try Library.save("A", pages: 3, in: container)
        let context = container.newConfinedContext()
        try context.pin()
        let fault = try #require(context.object(with: id) as? Book)
        try Library.delete(id, in: container)
        #expect(fault.pages == 3)
        #expect(context.accessError == nil)
    }

    @Test("saving advances: the context sees its own commit, and what others committed before it")
    func saving() throws {
        let container = try Library.open()
        let context = container.newConfinedContext()
        try context.pin()
        try Library.save("A", in: container)
        try context.insert(Book.self) { $0.title = "B" }
        #expect(try context.fetch(all).map(\.title) == ["B"])
        try context.save()
        try Library.save("C", in: container)
        #expect(try context.fetch(all).map(\.title) == ["A", "B"])
    }

    @Test("merging and reset advance")
    func merging() throws {
        let container = try Library.open()
        let context = container.newConfinedContext()
        try context.pin()
        let events = Collected<SaveEvent>()
        let listening = container.coordinator.saves.listen { events.append($0) }
        try Library.save("A", in: container)
        listening.stop()
        #expect(try context.count(all) == 0)
        for event in events.all { context.mergeChanges(from: event) }
        #expect(try context.count(all) == 1)
        try Library.save("B", in: container)
        context.reset()
        #expect(try context.count(all) == 2)
    }

    @Test("a conflict moves the pin on, so that the merge policy sees what it conflicts with")
    func conflict() throws {
        let container = try Library.open()
        let id = try Library.save("A", in: container)
        let context = container.newConfinedContext()
        context.mergePolicy = .mergeByPropertyObjectTrump
        try context.pin()
        try context.existingObject(with: id, as: Book.self).title = "B"
        try Library.change(id, in: container) { $0.pages = 7 }
        try context.save()
        #expect(try Library.value(id, in: container) { "\($0.title) \($0.pages)" } == "B 7")
    }

    @Test("a child context is pinned by its parent")
    func child() throws {
        let container = try Library.open()
        let parent = container.newConfinedContext()
        let child = parent.newConfinedChildContext()
        #expect { try child.pin() } throws: { ($0 as? ContextError)?.code == .pinnedByParent }
        try parent.pin()
        try Library.save("A", in: container)
        #expect(try child.count(all) == 0)
        try parent.unpin()
        #expect(try child.count(all) == 1)
    }

    @Test("one fetch reads one cut, with what it prefetches")
    func oneCut() throws {
        let container = try Library.open()
        let setup = container.newConfinedContext()
        let shelf = try setup.insert(Shelf.self) { $0.name = "S" }
        for number in 0..<40 { try setup.insert(Book.self) { ($0.title, $0.shelf) = ("\(number)", shelf) } }
        try setup.save()
        let (id, first) = (shelf.objectID, shelf.books[0].objectID)
        let context = container.newConfinedContext()
        var titles: [String] = []
        try context.forEachBatch(FetchRequest(Book.self).batchSize(8)) { books in
            if titles.isEmpty {
                for title in ["late", "later"] { try Library.save(title, in: container) }
                try Library.delete(first, in: container)
            }
            titles += books.map(\.title)
            let found = try context.existingObject(with: id, as: Shelf.self)
            #expect(found.books.count == 40)
            return true
        }
        #expect(titles.count == 40)
        #expect(try context.count(all) == 41)
    }
}
