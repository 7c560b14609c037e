import Foundation
import Polystore
import PolystoreStorage
import Synchronization
import Testing

@Suite("Longer sequences: deletions taken back, merges between contexts, children")
struct SequenceTests {
    static let setups: [StoreSetup] = [.memory, .twoSQLites, .sqliteAndMemory]

    private struct Graph {
        let world: World
        let context: ManagedObjectContext
        let acme: Company
        let ada: Person

        init(_ setup: StoreSetup) throws {
            world = try World(setup)
            context = world.context()
            acme = try context.insert(Company.self) { $0.name = "Acme" }
            ada = try context.insert(Person.self) { $0.name = "Ada" }
            ada.employer = acme
            for title in ["A", "B", "C"] {
                acme.projects.insert(try context.insert(Project.self) { $0.title = title })
            }
            let swift = try context.insert(Skill.self) { $0.name = "Swift" }
            ada.skills.insert(swift)
            try context.insert(Locker.self) { ($0.number, $0.person) = (1, ada) }
            try context.save()
        }

        func expectWhole(sourceLocation: SourceLocation = #_sourceLocation) throws {
            let after = world.context()
            let company = try after.existingObject(with: acme.objectID, as: Company.self)
            #expect(company.staff.map(\.name) == ["Ada"], sourceLocation: sourceLocation)
            #expect(company.projects.map(\.title) == ["A", "B", "C"], sourceLocation: sourceLocation)
            let person = try after.existingObject(with: ada.objectID, as: Person.self)
            #expect(person.skills.map(\.name) == ["Swift"], sourceLocation: sourceLocation)
            #expect(person.locker?.number == 1, sourceLocation: sourceLocation)
            var findings = 0
            _ = try world.container.coordinator.check { _, _ in findings += 1 }
            #expect(findings == 0, sourceLocation: sourceLocation)
        }
    }

    @Test("cascaded deletions are taken back as a whole, and nothing of them is saved", arguments: setups)
    func cascadeTakenBack(_ setup: StoreSetup) throws {
        let graph = try Graph(setup)
        for _ in 0..<3 {
            graph.context.delete(graph.acme)
            graph.context.delete(graph.ada)
            try graph.context.processPendingChanges()
            #expect(try graph.context.count(FetchRequest(Project.self)) == 0)
            graph.context.rollback()
            #expect(graph.acme.projects.map(\.title) == ["A", "B", "C"])
            #expect(graph.acme.staff.map(\.name) == ["Ada"])
            #expect(graph.ada.skills.map(\.name) == ["Swift"])
            #expect(graph.ada.locker?.number == 1)
            #expect(graph.ada.locker?.person === graph.ada)
            #expect(!graph.context.hasChanges)
        }
        try graph.context.save()
        try graph.expectWhole()
    }

    @Test("a deletion of a child context that is taken back in its parent leaves the store whole", arguments: setups)
    func childDeletionTakenBack(_ setup: StoreSetup) throws {
        let graph = try Graph(setup)
        let child = graph.context.newConfinedChildContext()
        child.delete(try child.existingObject(with: graph.acme.objectID))
        child.delete(try child.existingObject(with: graph.ada.objectID))
        try child.save()
        #expect(try graph.context.count(FetchRequest(Person.self)) == 0)
        #expect(try child.count(FetchRequest(Project.self)) == 0)
        graph.context.rollback()
        #expect(try child.count(FetchRequest(Project.self)) == 3)
        #expect(graph.acme.projects.map(\.title) == ["A", "B", "C"])
        try graph.context.save()
        try graph.expectWhole()
    }

    @Test("what a deleted object was linked to can be linked anew before the save", arguments: setups)
    func linkedAnew(_ setup: StoreSetup) throws {
        let graph = try Graph(setup)
        let other = try graph.context.insert(Company.self) { $0.name = "Other" }
        let projects = Array(graph.acme.projects)
        for project in projects.reversed() { other.projects.insert(project) }
        graph.context.delete(graph.acme)
        try graph.context.save()
        #expect(other.projects.map(\.title) == ["C", "B", "A"])
        let after = graph.world.context()
        let copy = try after.existingObject(with: other.objectID, as: Company.self)
        #expect(copy.projects.map(\.title) == ["C", "B", "A"])
        #expect(try after.existingObject(with: graph.ada.objectID, as: Person.self).employer == nil)
    }

    @Test("a merged deletion takes the object out of relationships that were read", arguments: setups)
    func mergedDeletion(_ setup: StoreSetup) throws {
        let graph = try Graph(setup)
        let mine = graph.world.context()
        let acme = try mine.existingObject(with: graph.acme.objectID, as: Company.self)
        let projects = Array(acme.projects)
        #expect(projects.count == 3)
        let event = try saved(graph) { graph.context.delete(graph.acme.projects[1]) }
        mine.mergeChanges(from: event)
        #expect(acme.projects.map(\.title) == ["A", "C"])
        #expect(projects[1].managedObjectContext == nil)
        acme.projects.move(from: 1, to: 0)
        try mine.save()
        let after = graph.world.context()
        let copy = try after.existingObject(with: acme.objectID, as: Company.self)
        #expect(copy.projects.map(\.title) == ["C", "A"])
    }

    private func saved(_ graph: Graph, _ change: () -> Void) throws -> SaveEvent {
        let events = Events()
        let listening = graph.world.container.coordinator.saves.listen { event in events.add(event) }
        change()
        try graph.context.save()
        listening.stop()
        return try #require(events.all.last)
    }

    private final class Events: Sendable {
        private let events = Mutex<[SaveEvent]>([])
        var all: [SaveEvent] { events.withLock { $0 } }
        func add(_ event: SaveEvent) { events.withLock { $0.append(event) } }
    }

    @Test("a save that failed can be repaired and tried again, with every hook's change", arguments: setups)
    func repaired(_ setup: StoreSetup) throws {
        let graph = try Graph(setup)
        graph.ada.age = 1000
        graph.context.delete(graph.acme.projects[0])
        let wrong = try graph.context.insert(Company.self) { $0.name = "" }
        for _ in 0..<2 { #expect(throws: SaveError.self) { try graph.context.save() } }
        graph.ada.age = 100
        wrong.name = "Right"
        wrong.staff.insert(graph.ada)
        try graph.context.save()
        let after = graph.world.context()
        let person = try after.existingObject(with: graph.ada.objectID, as: Person.self)
        #expect((person.age, person.employer?.name) == (100, "Right"))
        #expect(try after.count(FetchRequest(Project.self)) == 2)
        #expect(graph.acme.projects.map(\.title) == ["B", "C"])
    }
}
