import Foundation
import Polystore
import Testing

@Suite("Delete rules")
struct DeleteRuleTests {
    @Test("nullify clears the other side", arguments: StoreSetup.allCases)
    func nullify(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let acme = try context.insert(Company.self) { $0.name = "Acme" }
        let ada = try context.insert(Person.self) { ($0.name, $0.employer) = ("Ada", acme) }
        try context.save()
        let second = world.context()
        second.delete(try second.existingObject(with: acme.objectID))
        try second.save()
        let third = world.context()
        #expect(try third.existingObject(with: ada.objectID, as: Person.self).employer == nil)
        #expect(throws: ContextError.self) { try third.existingObject(with: acme.objectID) }
    }

    @Test("cascade deletes the other side, through several levels", arguments: StoreSetup.allCases)
    func cascade(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let acme = try context.insert(Company.self) { $0.name = "Acme" }
        for title in ["A", "B"] { acme.projects.insert(try context.insert(Project.self) { $0.title = title }) }
        try context.save()
        let second = world.context()
        second.delete(try second.existingObject(with: acme.objectID))
        try second.save()
        #expect(try world.context().count(FetchRequest(Project.self)) == 0)
    }

    @Test(
        "deny refuses the save while there are related objects, and allows it when they go too",
        arguments: StoreSetup.allCases)
    func deny(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let ada = try context.insert(Person.self) { $0.name = "Ada" }
        let locker = try context.insert(Locker.self) { ($0.number, $0.person) = (7, ada) }
        try context.save()
        context.delete(locker)
        let error = #expect(throws: SaveError.self) { try context.save() }
        #expect(error?.validationFailures.map(\.code) == [.deleteDenied])
        #expect(error?.validationFailures.map(\.property) == ["person"])
        context.rollback()
        context.delete(ada)
        try context.save()
        #expect(try world.context().count(FetchRequest(Locker.self)) == 0)
    }

    @Test("a deleted object's links go with it", arguments: StoreSetup.allCases)
    func links(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let swift = try context.insert(Skill.self) { $0.name = "Swift" }
        let ada = try context.insert(Person.self) { $0.name = "Ada" }
        let bob = try context.insert(Person.self) { $0.name = "Bob" }
        swift.people.insert(ada)
        swift.people.insert(bob)
        try context.save()
        let second = world.context()
        second.delete(try second.existingObject(with: ada.objectID))
        try second.save()
        let third = world.context()
        #expect(try third.existingObject(with: swift.objectID, as: Skill.self).people.map(\.name) == ["Bob"])
    }

    @Test("an object that was never saved goes at once", arguments: StoreSetup.allCases)
    func neverSaved(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let acme = try context.insert(Company.self) { $0.name = "Acme" }
        let ada = try context.insert(Person.self) { ($0.name, $0.employer) = ("Ada", acme) }
        context.delete(ada)
        try context.processPendingChanges()
        #expect(acme.staff.isEmpty)
        #expect(context.insertedObjects == [acme])
        try context.save()
        #expect(try world.context().count(FetchRequest(Person.self)) == 0)
    }
}
