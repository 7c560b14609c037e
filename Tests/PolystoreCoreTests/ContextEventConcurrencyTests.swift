import Foundation
import Polystore
import PolystoreModel
import Synchronization
import Testing

@testable import PolystoreCore

@Suite("Events of contexts: concurrency")
struct ContextEventConcurrencyTests {
    @Test("saves are told in order, with IDs and commits, once they are in the store")
    func saves() async throws {
        let container = try Library.open()
        let handle = container.newBackgroundContext()
        let saves = try await handle.perform { context in
            context.name = "importer"
            context.transactionAuthor = "Ada"
            return context.saves
        }
        let id = try await handle.perform { context in
            let book = try context.insert(Book.self) { $0.title = "A" }
            try context.save()
            return book.objectID
        }
        try await handle.perform { context in
            try context.existingObject(with: id, as: Book.self).pages = 3
            try context.save()
            context.delete(try context.existingObject(with: id))
            try context.save()
        }
        var iterator = saves.makeAsyncIterator()
        let inserted = try #require(await iterator.next())
        #expect(inserted.inserted == [id] && inserted.updated.isEmpty && inserted.deleted.isEmpty)
        #expect((inserted.contextName, inserted.author) == ("importer", "Ada"))
        let updated = try #require(await iterator.next())
        #expect(updated.updated == [id] && updated.inserted.isEmpty && updated.deleted.isEmpty)
        let deleted = try #require(await iterator.next())
        #expect(deleted.deleted == [id] && deleted.inserted.isEmpty && deleted.updated.isEmpty)
        let store = container.coordinator.stores[0].number
        let commits = [inserted, updated, deleted].compactMap { $0.commits[store] }
        #expect(commits.count == 3 && commits == commits.sorted())
    }

    @Test("a save is told after others can read it")
    func durability() throws {
        let container = try Library.open()
        let handle = container.newBackgroundContext()
        let seen = Collected<String>()
        let listening = container.coordinator.saves.listen { event in
            for id in event.inserted {
                let title = try? container.newBackgroundContext().performAndWait {
                    try $0.existingObject(with: id, as: Book.self).title
                }
                seen.append(title ?? "nothing")
            }
        }
        try handle.performAndWait { context in
            try context.insert(Book.self) { $0.title = "A" }
            try context.save()
        }
        listening.stop()
        #expect(seen.all == ["A"])
    }

    @Test("sequences end when their context goes, and reading may stop before")
    func termination() async throws {
        let container = try Library.open()
        var handle: ContextHandle? = container.newBackgroundContext()
        let (saves, changes) = try await handle!.perform { ($0.saves, $0.changes) }
        let reader = Task {
            var count = 0
            for await _ in saves { count += 1 }
            return count
        }
        let early = Task {
            for await _ in changes { return true }
            return false
        }
        try await handle?.perform { context in
            try context.insert(Book.self) { $0.title = "A" }
            try context.save()
        }
        #expect(await early.value)
        handle = nil
        #expect(await reader.value == 1)
    }

    @Test("changes are told at the end of each turn, once for each object")
    func changes() async throws {
        let container = try Library.open()
        let saved = try Library.save("S", in: container)
        let handle = container.newBackgroundContext()
        var changes = try await handle.perform { $0.changes }.makeAsyncIterator()
        let id = try await handle.perform { context in
            let book = try context.insert(Book.self) { $0.title = "A" }
            book.pages = 1
            try context.existingObject(with: saved, as: Book.self).pages = 2
            return book.objectID
        }
        let first = try #require(await changes.next())
        #expect(first.inserted == [id] && first.updated == [saved] && first.deleted.isEmpty)
        // Changed again, though it was changed before.
        try await handle.perform { try $0.existingObject(with: saved, as: Book.self).pages = 3 }
        #expect(await changes.next()?.updated == [saved])
        try await handle.perform { context in
            context.delete(try context.existingObject(with: saved))
            let gone = try context.insert(Book.self) { $0.title = "B" }
            context.delete(gone)
        }
        let third = try #require(await changes.next())
        #expect(third.deleted == [saved] && third.inserted.isEmpty && third.updated.isEmpty)
        try await handle.perform { $0.reset() }
        #expect(await changes.next()?.isInvalidated == true)
    }

    @Test("what changed before the first listener is not told, and nothing is kept of it")
    func early() async throws {
        let container = try Library.open()
        let saved = try Library.save("S", in: container)
        let handle = container.newBackgroundContext()
        let (values, first, second) = try await handle.perform { context in
            let first = try context.insert(Book.self) { $0.title = "A" }
            try context.existingObject(with: saved, as: Book.self).pages = 2
            #expect(context.journal.isEmpty)
            let values = context.changes
            let second = try context.insert(Book.self) { $0.title = "B" }
            return (values, first.objectID, second.objectID)
        }
        var changes = values.makeAsyncIterator()
        let event = try #require(await changes.next())
        #expect(event.inserted == [second] && event.updated.isEmpty && event.deleted.isEmpty)
        // Its insertion had no listener; its end and its next changes have one.
        try await handle.perform { context in
            context.delete(try context.existingObject(with: first))
            try context.existingObject(with: saved, as: Book.self).pages = 3
        }
        let next = try #require(await changes.next())
        #expect(next.deleted == [first] && next.updated == [saved] && next.inserted.isEmpty)
    }

    /// Calls a closure with what is posted about a context, until the result is removed.
    private func observer(
        of handle: ContextHandle, _ receive: @escaping @Sendable (ChangeEvent) -> Void
    ) -> any NSObjectProtocol {
        NotificationCenter.default.addObserver(
            forName: ContextNotifications.didChange, object: handle, queue: nil
        ) { notification in
            if let event = notification.userInfo?[ContextNotifications.eventKey] as? ChangeEvent { receive(event) }
        }
    }

    @Test("what was to be posted is forgotten when notifications are switched off")
    func silenced() throws {
        let container = try Library.open()
        let handle = container.newBackgroundContext()
        let events = Collected<ChangeEvent>()
        let observer = observer(of: handle) { events.append($0) }
        let second = try handle.performAndWait { context in
            context.postsNotifications = true
            try context.insert(Book.self) { $0.title = "A" }
            context.postsNotifications = false
            try context.insert(Book.self) { $0.title = "B" }
            context.postsNotifications = true
            return try context.insert(Book.self) { $0.title = "C" }.objectID
        }
        NotificationCenter.default.removeObserver(observer)
        #expect(events.all.map(\.inserted) == [[second]])
    }

    @Test("a listener may fetch and change objects: that is told next, once")
    func observerThatChanges() throws {
        let container = try Library.open()
        let handle = container.newBackgroundContext()
        let events = Collected<ChangeEvent>()
        let observer = observer(of: handle) { event in
            events.append(event)
            guard events.all.count < 5 else { return }
            // What goes wrong here is found by the events below.
            try? handle.performAndWait { context in
                for book in try context.fetch(FetchRequest(Book.self)) where book.pages == 0 { book.pages = 7 }
            }
        }
        let book = try handle.performAndWait { context in
            context.postsNotifications = true
            return try context.insert(Book.self) { $0.title = "A" }.objectID
        }
        // The next turn tells what the observer did.
        try handle.performAndWait { _ in }
        NotificationCenter.default.removeObserver(observer)
        #expect(events.all.map(\.inserted) == [[book], []])
        #expect(events.all.map(\.updated) == [[], [book]])
        #expect(try handle.performAndWait { try $0.existingObject(with: book, as: Book.self).pages } == 7)
    }

    @Test("notifications carry the same events, with the handle as object")
    func notifications() throws {
        let container = try Library.open()
        let handle = container.newBackgroundContext()
        let names = Collected<Notification.Name>()
        let saves = Collected<SaveEvent>()
        let told = [ContextNotifications.willSave, ContextNotifications.didSave, ContextNotifications.didChange]
        let observers = told.map { name in
            NotificationCenter.default.addObserver(forName: name, object: handle, queue: nil) { notification in
                names.append(notification.name)
                let event = notification.userInfo?[ContextNotifications.eventKey]
                if let event = event as? SaveEvent { saves.append(event) }
            }
        }
        try handle.performAndWait { context in
            context.postsNotifications = true
            try context.insert(Book.self) { $0.title = "A" }
            try context.save()
        }
        try Library.save("of another context", in: container)
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
        let order = [ContextNotifications.didChange, ContextNotifications.willSave, ContextNotifications.didSave]
        #expect(names.all == order)
        #expect(saves.all.map(\.inserted.count) == [1])
    }
}
