import Polystore
import Testing

@testable import PolystoreCore

@Suite("Query generations and snapshots (P4): concurrency")
struct QueryGenerationConcurrencyTests {
    private let all = FetchRequest(Book.self).sorted(by: Book.title)

    /// A context that reads a generation with the book A, to which others add B.
    private struct Scene {
        let container: PersistentContainer
        let context: ManagedObjectContext
        let book: ObjectID
        let token: QueryGeneration
        let event: SaveEvent

        init() throws {
            container = try Library.open()
            book = try Library.save("A", pages: 3, in: container)
            context = container.newConfinedContext()
            try context.setQueryGeneration(.current)
            _ = try context.existingObject(with: book)
            token = try #require(context.queryGeneration)
            let events = Collected<SaveEvent>()
            let listening = container.coordinator.saves.listen { events.append($0) }
            try Library.save("B", in: container)
            listening.stop()
            event = try #require(events.all.first)
        }
    }

    /// What is done with a context, and whether it is to move on by that.
    private struct Step: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let moves: Bool
        let body: @Sendable (Scene) throws -> Void

        init(_ name: String, moves: Bool, _ body: @escaping @Sendable (Scene) throws -> Void) {
            (testDescription, self.moves, self.body) = (name, moves, body)
        }

        private static func change(_ scene: Scene) throws {
            try scene.context.existingObject(with: scene.book, as: Book.self).title = "A2"
        }

        private static func conflict(_ scene: Scene) throws {
            try change(scene)
            try Library.change(scene.book, in: scene.container) { $0.pages = 7 }
        }

        static let all: [Step] = [
            Step("set to current", moves: true) { try $0.context.setQueryGeneration(.current) },
            Step("set to nil and back to current", moves: true) {
                try $0.context.setQueryGeneration(nil)
                try $0.context.setQueryGeneration(.current)
            },
            Step("set to the token that it has", moves: false) { try $0.context.setQueryGeneration($0.token) },
            Step("a save", moves: true) {
                try change($0)
                try $0.context.save()
            },
            Step("a save without changes", moves: true) { try $0.context.save() },
            Step("a save whose conflict is settled", moves: true) {
                $0.context.mergePolicy = .mergeByPropertyObjectTrump
                try conflict($0)
                try $0.context.save()
                #expect(try Library.value($0.book, in: $0.container) { "\($0.title) \($0.pages)" } == "A2 7")
            },
            Step("merging what another context saved", moves: true) { $0.context.mergeChanges(from: $0.event) },
            Step("merging by itself what another context saves", moves: true) {
                $0.context.automaticallyMergesChangesFromParent = true
                try Library.change($0.book, in: $0.container) { $0.pages = 7 }
                try $0.context.processPendingChanges()
                $0.context.automaticallyMergesChangesFromParent = false
                #expect(try $0.context.existingObject(with: $0.book, as: Book.self).pages == 7)
            },
            Step("reset", moves: true) { $0.context.reset() },
            Step("a save that a conflict refuses", moves: false) { scene in
                try conflict(scene)
                let error = #expect(throws: SaveError.self) { try scene.context.save() }
                #expect(error?.code == .conflict && error?.conflicts.first?.storeValues?["pages"] == .integer(7))
            },
            Step("a save that validation refuses", moves: false) { scene in
                try scene.context.insert(Book.self)
                #expect(throws: SaveError.self) { try scene.context.save() }
                scene.context.rollback()
            },
            Step("rollback", moves: false) {
                try change($0)
                $0.context.rollback()
            },
            Step("refreshing an object", moves: false) {
                let book = try $0.context.existingObject(with: $0.book)
                $0.context.refresh(book, mergesChanges: true)
                $0.context.refresh(book, mergesChanges: false)
            },
            Step("refreshing all objects", moves: false) { $0.context.refreshAllObjects() },
            Step("fetching, counting, faulting", moves: false) {
                _ = try $0.context.fetch(FetchRequest(Book.self))
                _ = try $0.context.count(FetchRequest(Book.self))
                _ = try #require($0.context.object(with: $0.book) as? Book).pages
            },
            Step("fetching in batches", moves: false) { scene in
                try scene.context.forEachBatch(FetchRequest(Book.self).batchSize(1)) { _ in
                    try Library.change(scene.book, in: scene.container) { $0.pages += 1 }
                    return true
                }
            },
            Step("detecting conflicts for an object", moves: false) {
                $0.context.detectConflicts(for: try $0.context.existingObject(with: $0.book))
                $0.context.rollback()
            },
            Step("a child's save", moves: false) {
                let child = $0.context.newConfinedChildContext()
                try child.existingObject(with: $0.book, as: Book.self).title = "A2"
                try child.save()
                $0.context.rollback()
            },
            Step("a child's reset and refresh", moves: false) {
                let child = $0.context.newConfinedChildContext()
                _ = try child.existingObject(with: $0.book)
                child.refreshAllObjects()
                child.reset()
            },
        ]
    }

    @Test("a context moves on where it is told to, saves, merges or is reset, and nowhere else", arguments: Step.all)
    private func advancing(_ step: Step) throws {
        let scene = try Scene()
        try step.body(scene)
        let titles = try scene.context.fetch(all.includingPendingChanges(false)).map(\.title).count
        #expect(titles == (step.moves ? 2 : 1))
        #expect((scene.context.queryGeneration == scene.token) == !step.moves)
        #expect(scene.context.queryGeneration?.isTaken == true)
        // What it reads now it keeps to.
        try Library.save("D", in: scene.container)
        #expect(try scene.context.count(all.includingPendingChanges(false)) == titles)
        #expect(scene.context.accessError == nil)
    }

    @Test("a context without a generation reads the newest commits at each read")
    func newest() throws {
        let scene = try Scene()
        try scene.context.setQueryGeneration(nil)
        #expect(scene.context.queryGeneration == nil)
        #expect(try scene.context.count(all) == 2)
        try scene.context.save()
        #expect(scene.context.queryGeneration == nil)
        try Library.save("C", in: scene.container)
        #expect(try scene.context.count(all) == 3)
    }

    @Test("registered objects keep their values when the context moves on, until they are refreshed")
    func registered() throws {
        let scene = try Scene()
        let book = try scene.context.existingObject(with: scene.book, as: Book.self)
        try Library.change(scene.book, in: scene.container) { $0.pages = 7 }
        try scene.context.setQueryGeneration(.current)
        #expect(try scene.context.count(all) == 2)
        #expect(book.pages == 3)
        scene.context.refresh(book, mergesChanges: true)
        #expect(book.pages == 7)
    }

    @Test("a fault is read from the generation, even when the object was deleted meanwhile")
    func fault() throws {
        let container = try Library.open()
        let id = try Library.save("A", pages: 3, in: container)
        let context = container.newConfinedContext()
        try context.setQueryGeneration(.current)
        #expect(try context.count(all) == 1)
        let fault = try #require(context.object(with: id) as? Book)
        try Library.delete(id, in: container)
        #expect(fault.pages == 3)
        #expect(context.accessError == nil)
    }

    @Test("contexts on other threads read the generation of a token, also when its context has gone")
    func shared() async throws {
        let container = try Library.open()
        for number in 0..<20 { try Library.save("\(number)", in: container) }
        func taken() throws -> QueryGeneration {
            let context = container.newConfinedContext()
            try context.setQueryGeneration(.current)
            #expect(try context.count(all) == 20)
            return try #require(context.queryGeneration)
        }
        let token = try taken()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await container.newBackgroundContext().perform { context in
                        try context.setQueryGeneration(token)
                        try Library.save("later \(number)", in: container)
                        return try context.count(FetchRequest(Book.self))
                    }
                }
            }
            for try await count in group { #expect(count == 20) }
        }
        #expect(try container.newConfinedContext().count(all) == 28)
    }

    @Test("a generation of another coordinator is refused, and so is one for a child context")
    func refused() throws {
        let (scene, other) = (try Scene(), try Scene())
        #expect { try other.context.setQueryGeneration(scene.token) } throws: {
            ($0 as? ContextError)?.code == .foreignGeneration
        }
        #expect(other.context.queryGeneration == other.token)
        let child = other.context.newConfinedChildContext()
        #expect { try child.setQueryGeneration(.current) } throws: {
            ($0 as? ContextError)?.code == .generationOfParent
        }
        #expect(child.queryGeneration == other.token)
    }

    @Test("closing the coordinator ends its generations, and reading one says so")
    func closing() throws {
        let scene = try Scene()
        try scene.container.close()
        #expect(scene.token.end == .closed)
        let error = #expect(throws: StoreError.self) { try scene.context.count(all) }
        #expect(error?.generationEnd == .closed)
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

    @Test("with more generations than the limit the oldest ends: reading it throws, until its context moves on")
    func countLimit() throws {
        let container = try Library.open()
        let id = try Library.save("A", pages: 3, in: container)
        container.coordinator.queryGenerationLimit = QueryGenerationLimit(count: 2, age: nil)
        let contexts = (0..<3).map { _ in container.newConfinedContext() }
        for context in contexts { try context.setQueryGeneration(.current) }
        let read = try contexts[0].existingObject(with: id, as: Book.self)
        #expect(try contexts[1].count(all) == 1)
        try Library.save("B", in: container)
        #expect(try contexts[2].fetch(all).map(\.title) == ["A", "B"])
        let error = #expect(throws: StoreError.self) { try contexts[0].fetch(all) }
        #expect(error?.generationEnd == .count && error?.details[.limit] == "2 generations")
        #expect(read.pages == 3)
        #expect(try contexts[1].fetch(all).map(\.title) == ["A"])
        try contexts[0].setQueryGeneration(.current)
        #expect(try contexts[0].fetch(all).map(\.title) == ["A", "B"])
        #expect(throws: StoreError.self) { try contexts[1].count(all) }
        contexts[1].reset()
        #expect(try contexts[1].count(all) == 2)
    }

    @Test("generations that nothing holds do not count, shared ones count once, and a fault of an ended one says why")
    func endedGenerations() throws {
        let container = try Library.open()
        let id = try Library.save("A", pages: 3, in: container)
        container.coordinator.queryGenerationLimit = QueryGenerationLimit(count: 1, age: nil)
        let context = container.newConfinedContext()
        for _ in 0..<3 {
            try context.setQueryGeneration(nil)
            let other = container.newConfinedContext()
            try other.setQueryGeneration(.current)
            #expect(try other.count(all) == 1)
            try context.setQueryGeneration(other.queryGeneration)
            #expect(try context.count(all) == 1)
        }
        let fault = try #require(context.object(with: id) as? Book)
        let other = container.newConfinedContext()
        try other.setQueryGeneration(.current)
        #expect(try other.count(all) == 1)
        #expect(fault.pages == 0)
        #expect((fault.inaccessibleError as? StoreError)?.generationEnd == .count)
        #expect(throws: StoreError.self) { try context.save() }
    }

    @Test("generations older than the limit end, and a read that has begun ends on what it reads")
    func ageLimit() throws {
        let container = try Library.open()
        for title in ["A", "B", "C"] { try Library.save(title, in: container) }
        let context = container.newConfinedContext()
        try context.setQueryGeneration(.current)
        var titles: [String] = []
        try context.forEachBatch(all.batchSize(1)) { batch in
            titles += batch.map(\.title)
            container.coordinator.queryGenerationLimit = QueryGenerationLimit(age: .zero)
            return true
        }
        #expect(titles == ["A", "B", "C"])
        let error = #expect(throws: StoreError.self) { try context.count(all) }
        #expect(error?.generationEnd == .age && error?.details[.limit] != nil)
    }
}
