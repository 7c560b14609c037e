import Polystore
import Testing

@testable import PolystoreCore

@Suite("Pinned contexts and snapshots (P4): concurrency")
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

    @Test("a fault of a pinned context is read from its snapshot, even when the object was deleted meanwhile")
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

    @Test("one fetch reads one snapshot, with what it prefetches")
    func oneSnapshot() throws {
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

    @Test("with more pins than the limit the oldest is revoked: its next read throws, until it advances")
    func countLimit() throws {
        let container = try Library.open()
        let id = try Library.save("A", pages: 3, in: container)
        container.coordinator.pinLimit = PinLimit(count: 2, age: nil)
        let contexts = (0..<3).map { _ in container.newConfinedContext() }
        try contexts[0].pin()
        let read = try contexts[0].existingObject(with: id, as: Book.self)
        try contexts[1].pin()
        try Library.save("B", in: container)
        try contexts[2].pin()
        let error = #expect(throws: StoreError.self) { try contexts[0].fetch(all) }
        #expect(error?.code == .snapshotExpired)
        #expect(read.pages == 3)
        #expect(try contexts[1].fetch(all).map(\.title) == ["A"])
        #expect(try contexts[2].fetch(all).map(\.title) == ["A", "B"])
        contexts[0].advance()
        #expect(try contexts[0].fetch(all).map(\.title) == ["A", "B"])
        #expect(throws: StoreError.self) { try contexts[1].count(all) }
        try contexts[1].unpin()
        #expect(try contexts[1].count(all) == 2)
    }

    @Test("pins that are given up do not count, and a fault of a revoked one is inaccessible with the error")
    func endedPins() throws {
        let container = try Library.open()
        let id = try Library.save("A", pages: 3, in: container)
        container.coordinator.pinLimit = PinLimit(count: 1, age: nil)
        let context = container.newConfinedContext()
        try context.pin()
        for _ in 0..<3 {
            // Unpinned or dropped, it leaves the ledger; pinning anew is no second pin.
            let other = container.newConfinedContext()
            try context.unpin()
            try other.pin()
            try other.pin()
            try other.unpin()
            try context.pin()
            #expect(try context.count(all) == 1)
        }
        let fault = try #require(context.object(with: id) as? Book)
        let other = container.newConfinedContext()
        try other.pin()
        #expect(fault.pages == 0)
        #expect((fault.inaccessibleError as? StoreError)?.code == .snapshotExpired)
        #expect(throws: StoreError.self) { try context.save() }
    }

    @Test("pins that are older than the limit are revoked, and a read that has begun ends on its snapshot")
    func ageLimit() throws {
        let container = try Library.open()
        for title in ["A", "B", "C"] { try Library.save(title, in: container) }
        let context = container.newConfinedContext()
        try context.pin()
        var titles: [String] = []
        try context.forEachBatch(all.batchSize(1)) { batch in
            titles += batch.map(\.title)
            container.coordinator.pinLimit = PinLimit(age: .zero)
            return true
        }
        #expect(titles == ["A", "B", "C"])
        let error = #expect(throws: StoreError.self) { try context.count(all) }
        #expect(error?.code == .snapshotExpired && error?.details[.reason]?.contains("pinned for more") == true)
    }
}
