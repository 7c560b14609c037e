import Polystore
import PolystoreMemory
import PolystoreQuery
import Testing

@testable import PolystoreCore

@Suite("Plans of requests that were answered before")
struct PlanCacheTests {
    let container: PersistentContainer
    let context: ManagedObjectContext

    init() throws {
        container = try Library.open()
        for (index, title) in ["a", "b", "c", "d"].enumerated() {
            try Library.save(title, pages: index * 100, in: container)
        }
        context = container.newConfinedContext()
    }

    private static func store(_ name: String, _ entities: [String]? = nil) -> PersistentStoreDescription {
        var description = PersistentStoreDescription(name: name, type: "memory")
        description.entities = entities
        return description
    }

    /// A container of the same model over stores of its own.
    private func container(of stores: [PersistentStoreDescription]) throws -> PersistentContainer {
        let coordinator = PersistentStoreCoordinator(
            model: container.coordinator.model, storeTypes: [.memory], keepsPeers: true)
        try coordinator.addStores(stores)
        return PersistentContainer(
            coordinator: coordinator, classes: EntityClasses(model: coordinator.model, classes: Library.classes))
    }

    private func longer(than pages: Int) -> FetchRequest<Book> {
        FetchRequest(Book.self).where(Book.pages > pages).sorted(by: Book.pages)
    }

    private func titles(_ pages: Int, in other: ManagedObjectContext? = nil) throws -> [String] {
        try (other ?? context).fetch(longer(than: pages)).map(\.title)
    }

    private func known(_ request: FetchRequest<Book>, isCount: Bool = false) throws -> CachedPlan? {
        container.coordinator.current?.plans[try #require(RequestShape(request.description, isCount: isCount))]
    }

    @Test("the plan of a request is kept for others of its shape, and each finds what its own values ask for")
    func isKept() throws {
        #expect(try known(longer(than: 7)) == nil)
        #expect(try titles(150) == ["c", "d"])
        let kept = try #require(try known(longer(than: 7)))
        #expect(try titles(250) == ["d"])
        #expect(try titles(-1) == ["a", "b", "c", "d"])
        #expect(try known(longer(than: 7)) === kept)
        #expect(try context.fetchIDs(longer(than: 50)).count == 3)
        let counted = FetchRequest(Book.self).where(Book.pages > 50)
        #expect(try known(counted, isCount: true) == nil)
        #expect(try context.count(counted) == 3)
        #expect(try known(counted, isCount: true) != nil)
        #expect(try context.count(FetchRequest(Book.self).where(Book.pages > 150)) == 2)
    }

    @Test("a limited request is counted within its limit and behind its offset")
    func limits() throws {
        for pages in [-1, 50, 150, 500] {
            let all = try context.count(longer(than: pages))
            #expect(try context.count(longer(than: pages).limit(2)) == min(all, 2))
            #expect(try context.count(longer(than: pages).offset(1)) == max(all - 1, 0))
            #expect(try context.fetch(longer(than: pages).limit(1).offset(1)).count == min(max(all - 1, 0), 1))
        }
    }

    @Test("unsaved changes count, in the context and in its children, and count no more when they are undone")
    func unsavedChanges() throws {
        #expect(try titles(150) == ["c", "d"])
        let book = try #require(try context.fetch(longer(than: 250)).first)
        book.pages = 120
        #expect(try titles(150) == ["c"])
        #expect(try context.count(longer(than: 110)) == 2)
        #expect(try context.fetch(longer(than: 150).includingPendingChanges(false)).count == 2)
        let child = context.newConfinedChildContext()
        #expect(try titles(150, in: child) == ["c"])
        #expect(try child.count(longer(than: 150)) == 1)
        context.rollback()
        #expect(try titles(150) == ["c", "d"])
    }

    @Test("what others save is found, and a context of an older generation goes on finding what it found")
    func saves() throws {
        let older = container.newConfinedContext()
        try older.setQueryGeneration(.current)
        #expect(try titles(150, in: older) == ["c", "d"])
        try Library.save("e", pages: 900, in: container)
        #expect(try titles(150) == ["c", "d", "e"])
        #expect(try titles(250) == ["d", "e"])
        #expect(try titles(250, in: older) == ["d"])
        #expect(try older.count(longer(than: 250)) == 1)
    }

    @Test("values of another kind, and requests that are wrong, are not answered as others were")
    func otherKinds() throws {
        func request(_ value: Value) -> FetchRequest<Book> {
            var description = FetchRequestDescription(entityName: "Book")
            description.predicate = .comparison(FetchComparison(.keyPath(["pages"]), .greater, .constant(value)))
            return FetchRequest(description)
        }
        for _ in 0..<2 {
            #expect(try context.count(request(.integer(200))) == 1)
            #expect(try context.count(request(.double(199.5))) == 2)
            #expect(try context.count(request(.double(200))) == 1)
            #expect(try context.count(request(.missing)) == 0)
            #expect(throws: QueryError.self) { try context.count(request(.string("a"))) }
            #expect(throws: QueryError.self) { try context.count(request(.double(.nan))) }
            #expect(throws: QueryError.self) { try context.fetch(longer(than: 1).limit(-1)) }
        }
    }

    @Test("a store that comes makes all requests unknown, and they find its objects")
    func storesComeAndGo() throws {
        let container = try self.container(of: [Self.store("one")])
        let (coordinator, context) = (container.coordinator, container.newConfinedContext())
        try context.insert(Book.self) { ($0.title, $0.pages) = ("a", 5) }
        try context.save()
        #expect(try context.count(longer(than: 1)) == 1)
        let before = try #require(coordinator.current)
        try coordinator.addStore(Self.store("two"))
        let shape = try #require(RequestShape(longer(than: 3).description, isCount: true))
        #expect(before.plans[shape] != nil)
        #expect(coordinator.current?.plans[shape] == nil)
        #expect(try context.count(longer(than: 3)) == 1)
    }

    @Test("a store that goes is asked as it was before through a generation that shows it, and in no other way")
    func removedStores() throws {
        let container = try self.container(of: [Self.store("one", ["Tag"]), Self.store("two", ["Book", "Shelf"])])
        let (coordinator, context) = (container.coordinator, container.newConfinedContext())
        try context.insert(Book.self) { ($0.title, $0.pages) = ("a", 5) }
        try context.save()
        let older = container.newConfinedContext()
        try older.setQueryGeneration(.current)
        #expect(try older.count(longer(than: 1)) == 1)
        let shape = try #require(RequestShape(longer(than: 3).description, isCount: true))
        #expect(coordinator.current?.plans[shape] != nil)
        try coordinator.removeStore(named: "two")
        #expect(try older.count(longer(than: 3)) == 1)
        #expect(try titles(3, in: older) == ["a"])
        let error = #expect(throws: FetchError.self) { try context.count(longer(than: 3)) }
        #expect(error?.code == .storeNotOpen)
    }

    @Test("what an older generation met without a store that came later is not how others are answered")
    func laterStores() throws {
        let container = try self.container(of: [Self.store("one")])
        let older = container.newConfinedContext()
        try older.setQueryGeneration(.current)
        #expect(try older.count(longer(than: 3)) == 0)
        try container.coordinator.addStore(Self.store("two"))
        let context = container.newConfinedContext()
        try context.insert(Book.self, into: "two") { ($0.title, $0.pages) = ("a", 5) }
        try context.save()
        #expect(try older.count(longer(than: 1)) == 0)
        #expect(try titles(1, in: older) == [])
        #expect(try context.count(longer(than: 2)) == 1)
        #expect(try titles(2, in: context) == ["a"])
    }

    @Test("what is kept is bounded, and what was forgotten is kept again")
    func isBounded() throws {
        let table = PlanCache(limit: 2)
        let shapes = try (1...3).map { limit in
            _ = try context.fetch(longer(than: 3).limit(limit))
            let shape = try #require(RequestShape(longer(than: 4).limit(limit).description, isCount: false))
            table.keep(try #require(try known(longer(than: 5).limit(limit))), for: shape)
            return shape
        }
        #expect(shapes.map { table[$0] != nil } == [false, false, true])
    }

    @Test("a fetch that is told or explained runs the plan that is kept, by the same route, and tells it")
    func areTold() throws {
        struct Receiver: TraceReceiver {
            let told = Collected<String>()
            func receive(_ event: TraceEvent) { told.append(event.text) }
        }
        let receiver = Receiver()
        let coordinator = PersistentStoreCoordinator(
            model: container.coordinator.model, storeTypes: [.memory], trace: Trace([.fetch], receiver: receiver))
        try coordinator.addStore(PersistentStoreDescription(name: "all", type: "memory"))
        let context = PersistentContainer(
            coordinator: coordinator, classes: EntityClasses(model: coordinator.model, classes: Library.classes)
        ).newConfinedContext()
        for pages in 1...3 { #expect(try context.count(longer(than: pages)) == 0) }
        #expect(receiver.told.all.count == 3)
        let shape = try #require(RequestShape(longer(than: 9).description, isCount: true))
        #expect(coordinator.current?.plans[shape] != nil)

        let planned = try context.explain(longer(than: 5)).stores
        _ = try context.fetch(longer(than: 5))
        let fetched = try #require(RequestShape(longer(than: 9).description, isCount: false))
        let kept = try #require(coordinator.current?.plans[fetched])
        let again = try context.explain(longer(than: 5), analyzing: true).stores
        #expect(again.map { $0.steps.map(\.text) } == planned.map { $0.steps.map(\.text) })
        #expect(coordinator.current?.plans[fetched] === kept)
        #expect(planned.flatMap(\.steps).allSatisfy { step in receiver.told.all.contains { $0.contains(step.text) } })
    }
}
