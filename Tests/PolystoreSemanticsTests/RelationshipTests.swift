import Foundation
import Polystore
import Testing

@Suite("Relationships")
struct RelationshipTests {
    @Test("setting one side sets the other at once, before and after a save", arguments: StoreSetup.allCases)
    func inverse(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let acme = try context.insert(Company.self) { $0.name = "Acme" }
        let other = try context.insert(Company.self) { $0.name = "Other" }
        let ada = try context.insert(Person.self) { ($0.name, $0.employer) = ("Ada", acme) }
        let bob = try context.insert(Person.self) { $0.name = "Bob" }
        acme.staff.insert(bob)
        #expect(bob.employer === acme)
        #expect(Set(acme.staff) == [ada, bob])
        try context.save()

        let second = world.context()
        let acme2 = try second.existingObject(with: acme.objectID, as: Company.self)
        let other2 = try second.existingObject(with: other.objectID, as: Company.self)
        #expect(acme2.staff.isFault)
        #expect(Set(acme2.staff.map(\.name)) == ["Ada", "Bob"])
        let ada2 = try second.existingObject(with: ada.objectID, as: Person.self)
        ada2.employer = other2
        #expect(acme2.staff.map(\.name) == ["Bob"])
        #expect(other2.staff.map(\.name) == ["Ada"])
        try second.save()
        let third = world.context()
        #expect(try third.existingObject(with: acme.objectID, as: Company.self).staff.map(\.name) == ["Bob"])
        #expect(try third.existingObject(with: ada.objectID, as: Person.self).employer?.name == "Other")
    }

    @Test("one-to-one steals from the former partner", arguments: StoreSetup.allCases)
    func oneToOne(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let ada = try context.insert(Person.self) { $0.name = "Ada" }
        let bob = try context.insert(Person.self) { $0.name = "Bob" }
        let locker = try context.insert(Locker.self) { ($0.number, $0.person) = (1, ada) }
        try context.save()
        bob.locker = locker
        #expect(ada.locker == nil)
        #expect(locker.person === bob)
        try context.save()
        let second = world.context()
        #expect(try second.existingObject(with: ada.objectID, as: Person.self).locker == nil)
        #expect(try second.existingObject(with: bob.objectID, as: Person.self).locker?.number == 1)
    }

    @Test(
        "many-to-many links come back from both sides, ordered where an order is kept",
        arguments: StoreSetup.allCases)
    func manyToMany(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let swift = try context.insert(Skill.self) { $0.name = "Swift" }
        let sql = try context.insert(Skill.self) { $0.name = "SQL" }
        let people = try ["Ada", "Bob", "Cleo"].map { name in try context.insert(Person.self) { $0.name = name } }
        for person in people.reversed() { swift.people.insert(person) }
        people[0].skills.insert(sql)
        try context.save()

        let second = world.context()
        let swift2 = try second.existingObject(with: swift.objectID, as: Skill.self)
        #expect(swift2.people.map(\.name) == ["Cleo", "Bob", "Ada"])
        let ada2 = try second.existingObject(with: people[0].objectID, as: Person.self)
        #expect(Set(ada2.skills.map(\.name)) == ["Swift", "SQL"])
        swift2.people.move(from: 2, to: 0)
        ada2.skills.remove(try second.existingObject(with: sql.objectID, as: Skill.self))
        try second.save()
        let third = world.context()
        #expect(
            try third.existingObject(with: swift.objectID, as: Skill.self).people.map(\.name) == ["Ada", "Cleo", "Bob"])
        #expect(try third.existingObject(with: sql.objectID, as: Skill.self).people.isEmpty)
    }

    @Test(
        "a to-many relationship between objects of one entity keeps its two directions apart",
        arguments: StoreSetup.allCases)
    func selfRelation(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let ada = try context.insert(Person.self) { $0.name = "Ada" }
        let bob = try context.insert(Supervisor.self) { $0.name = "Bob" }
        ada.friends.insert(bob)
        try context.save()
        let second = world.context()
        let ada2 = try second.existingObject(with: ada.objectID, as: Person.self)
        #expect(ada2.friends.map(\.name) == ["Bob"])
        #expect(ada2.friends.first is Supervisor)
        #expect(ada2.friendOf.isEmpty)
        #expect(ada2.friends[0].friendOf.map(\.name) == ["Ada"])
    }

    @Test("an ordered relationship keeps its order through moves and inserts", arguments: StoreSetup.allCases)
    func ordered(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let acme = try context.insert(Company.self) { $0.name = "Acme" }
        for title in ["A", "B", "C", "D"] {
            acme.projects.insert(try context.insert(Project.self) { $0.title = title })
        }
        try context.save()
        func titles() throws -> [String] {
            let context = world.context()
            return try context.existingObject(with: acme.objectID, as: Company.self).projects.map(\.title)
        }
        #expect(try titles() == ["A", "B", "C", "D"])
        acme.projects.move(from: 3, to: 0)
        try context.save()
        #expect(try titles() == ["D", "A", "B", "C"])
        acme.projects.insert(try context.insert(Project.self) { $0.title = "E" }, at: 2)
        try context.save()
        #expect(try titles() == ["D", "A", "E", "B", "C"])
        acme.projects.remove(acme.projects[1])
        try context.save()
        #expect(try titles() == ["D", "E", "B", "C"])
    }
}
