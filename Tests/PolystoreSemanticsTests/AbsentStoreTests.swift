import Foundation
import Polystore
import Testing

@Suite("Objects whose related objects are in a store that is not open, or cannot be written")
struct AbsentStoreTests {
    /// People and lockers in one store, everything else in another; Ada at Acme knows Swift, and Bob is her friend.
    private final class Split {
        let world: World
        let ids: [String: ObjectID]

        init(_ setup: StoreSetup) throws {
            world = try World(setup)
            let context = world.context()
            let acme = try context.insert(Company.self) { $0.name = "Acme" }
            let ada = try context.insert(Person.self) { ($0.name, $0.employer) = ("Ada", acme) }
            let swift = try context.insert(Skill.self) { $0.name = "Swift" }
            let bob = try context.insert(Person.self) { $0.name = "Bob" }
            let locker = try context.insert(Locker.self) { ($0.number, $0.person) = (1, ada) }
            swift.people.insert(ada)
            try context.save()
            ids = [
                "Acme": acme.objectID, "Ada": ada.objectID, "Swift": swift.objectID, "Bob": bob.objectID,
                "locker": locker.objectID,
            ]
        }

        func object<Object: ManagedObject>(
            _ name: String, _ context: ManagedObjectContext, as type: Object.Type = Object.self
        ) throws -> Object {
            try context.existingObject(with: try #require(ids[name]), as: type)
        }

        /// Takes a store away for a while.
        func without(_ store: String, _ body: (ManagedObjectContext) throws -> Void) throws {
            let coordinator = world.container.coordinator
            let description = try #require(coordinator.store(named: store)?.description)
            try coordinator.removeStore(named: store)
            let context = world.context()
            try body(context)
            try coordinator.addStore(description)
            context.rollback()
            #expect(!context.hasChanges)
            var findings = 0
            _ = try coordinator.check { _, _ in findings += 1 }
            #expect(findings == 0)
        }
    }

    private func isAbsent(_ error: any Error, _ store: String, _ entity: String) -> Bool {
        let details = (error as? FetchError)?.details ?? (error as? ContextError)?.details
        let code = (error as? FetchError)?.code.rawValue ?? (error as? ContextError)?.code.rawValue
        return code == "storeNotOpen" && details?[.store] == store && details?[.entity] == entity
    }

    @Test("fetching an entity whose only store was removed names entity and store")
    func fetch() throws {
        let split = try Split(.twoSQLites)
        try split.without("people") { context throws in
            #expect { try context.fetch(FetchRequest(Person.self)) } throws: { isAbsent($0, "people", "Person") }
            #expect { try context.count(FetchRequest(Person.self)) } throws: { isAbsent($0, "people", "Person") }
            let request = FetchRequest(Company.self).where(any(Company.staff.name) == "Ada")
            #expect { try context.fetch(request) } throws: { isAbsent($0, "people", "Person") }
            let companies = try context.count(FetchRequest(Company.self))
            #expect(companies == 1)
        }
        #expect(try split.world.context().count(FetchRequest(Person.self)) == 2)
    }

    @Test("members that only a removed store knows are an error, not an empty relationship")
    func members() throws {
        let split = try Split(.twoSQLites)
        try split.without("people") { context in
            let acme = try split.object("Acme", context, as: Company.self)
            #expect(acme.staff.isEmpty)
            #expect(acme.name == "Acme")
            #expect(acme.inaccessibleError.map { isAbsent($0, "people", "Person") } ?? false)
            #expect { try acme.objects(for: Company.staff) } throws: { isAbsent($0, "people", "Person") }
            #expect(throws: ContextError.self) { try context.save() }
        }
    }

    @Test("pairs that a removed store keeps are neither made nor broken")
    func pairs() throws {
        let split = try Split(.twoSQLites)
        let world = split.world
        let held = world.context()
        let swift = try split.object("Swift", held, as: Skill.self)
        let ada = try split.object("Ada", held, as: Person.self)
        let bob = try split.object("Bob", held, as: Person.self)
        #expect(swift.people.count == 1)
        #expect(ada.skills.count == 1)
        for store in ["people", "rest"] {
            try split.without(store) { _ in
                swift.people.insert(bob)
                swift.people.remove(ada)
                #expect(throws: (any Error).self) { try held.save() }
                held.rollback()
            }
        }
        #expect(swift.people.map(\.name) == ["Ada"])
        let after = world.context()
        #expect(try split.object("Swift", after, as: Skill.self).people.map(\.name) == ["Ada"])
    }

    @Test("what has its inverse in a store that cannot be written is refused at save, and taken back")
    func readOnly() throws {
        let split = try Split(.twoSQLites)
        let coordinator = split.world.container.coordinator
        var description = try #require(coordinator.store(named: "people")?.description)
        try coordinator.removeStore(named: "people")
        description.access = .readOnly
        try coordinator.addStore(description)
        let context = split.world.context()
        let acme = try split.object("Acme", context, as: Company.self)
        #expect(acme.staff.map(\.name) == ["Ada"])
        context.delete(acme)
        let error = #expect(throws: CoordinatorError.self) { try context.save() }
        #expect(error?.code == .readOnly)
        #expect(error?.details[.store] == "people")
        context.rollback()
        #expect(acme.staff.map(\.name) == ["Ada"])
        acme.founded = 1900
        try context.save()
        let locker = try split.object("locker", context, as: Locker.self)
        locker.person = nil
        #expect(throws: CoordinatorError.self) { try context.save() }
        context.rollback()
        #expect(locker.person?.name == "Ada")
        let swift = try split.object("Swift", context, as: Skill.self)
        swift.people.removeAll()
        let refused = #expect(throws: SaveError.self) { try context.save() }
        #expect(refused?.validationFailures.map(\.code) == [.inverseReadOnly])
        context.rollback()
        #expect(swift.people.map(\.name) == ["Ada"])
        #expect(try split.world.context().count(FetchRequest(Company.self)) == 1)
    }
}
