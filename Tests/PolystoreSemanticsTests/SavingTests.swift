import Foundation
import Polystore
import Testing

@Suite("Saving")
struct SavingTests {
    @Test(
        "an inserted object has its ID at once, and keeps it through save and reopening",
        arguments: StoreSetup.allCases)
    func identityForLife(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let ada = try context.insert(Person.self) { ($0.name, $0.age) = ("Ada", 36) }
        let before = ada.objectID
        try context.save()
        #expect(ada.objectID == before)
        guard setup.isDurable else { return }
        let uri = try #require(world.container.coordinator.uri(for: before))
        let again = try world.reopened()
        let found = try #require(again.coordinator.objectID(for: uri))
        let other = again.newConfinedContext()
        #expect(try other.existingObject(with: found, as: Person.self).name == "Ada")
        try again.close()
    }

    @Test("every attribute type comes back as it was saved", arguments: StoreSetup.allCases)
    func attributeTypes(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let badge = UUID()
        let person = try context.insert(Person.self)
        person.name = "Zoë \u{1F600} \u{0}nul"
        person.age = 51
        person.score = -0.5
        person.born = Date(timeIntervalSinceReferenceDate: 12345.678)
        person.wage = Decimal(string: "12345678901234567890.0123456789")
        person.badge = badge
        person.home = URL(string: "https://example.com/~zoe?x=1#y")
        person.photo = Data([0, 1, 2, 255])
        person.isActive = false
        person.mood = "calm"
        try context.save()
        #expect(person.mood == "calm")

        let other = world.context()
        let copy = try other.existingObject(with: person.objectID, as: Person.self)
        #expect(copy.name == "Zoë \u{1F600} \u{0}nul")
        #expect(copy.age == 51)
        #expect(copy.score == -0.5)
        #expect(copy.born == Date(timeIntervalSinceReferenceDate: 12345.678))
        #expect(copy.wage == Decimal(string: "12345678901234567890.0123456789"))
        #expect(copy.badge == badge)
        #expect(copy.home == URL(string: "https://example.com/~zoe?x=1#y"))
        #expect(copy.photo == Data([0, 1, 2, 255]))
        #expect(copy.isActive == false)
        #expect(copy.mood == nil)
        #expect(copy.version == 1)
    }

    @Test("data over 4 KiB stays out of rows and is read when asked for", arguments: StoreSetup.allCases)
    func largeData(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let photo = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let person = try context.insert(Person.self) { ($0.name, $0.photo) = ("Big", photo) }
        try context.save()
        let other = world.context()
        let copy = try other.existingObject(with: person.objectID, as: Person.self)
        #expect(copy.photo == photo)
        copy.age = 3
        try other.save()
        let third = world.context()
        #expect(try third.existingObject(with: person.objectID, as: Person.self).photo == photo)
    }

    @Test("a save that changes nothing writes nothing and raises no version", arguments: StoreSetup.allCases)
    func noChange(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let person = try context.insert(Person.self) { $0.name = "Ada" }
        try context.save()
        let name = person.name
        person.name = "Other"
        person.name = name
        #expect(context.hasChanges)
        try context.save()
        #expect(!context.hasChanges)
        #expect(person.version == 1)
        person.name = "Grace"
        try context.save()
        #expect(person.version == 2)
    }

    @Test("rollback takes back inserts, changes and deletes", arguments: StoreSetup.allCases)
    func rollback(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let company = try context.insert(Company.self) { $0.name = "Acme" }
        let ada = try context.insert(Person.self) { ($0.name, $0.employer) = ("Ada", company) }
        try context.save()
        ada.name = "Changed"
        ada.employer = nil
        let bob = try context.insert(Person.self) { ($0.name, $0.employer) = ("Bob", company) }
        context.delete(company)
        context.rollback()
        #expect(!context.hasChanges)
        #expect(ada.name == "Ada")
        #expect(ada.employer === company)
        #expect(Array(company.staff) == [ada])
        #expect(bob.managedObjectContext == nil)
        try context.save()
        #expect(try context.count(FetchRequest(Person.self)) == 1)
    }
}
