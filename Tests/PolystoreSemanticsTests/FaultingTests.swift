import Foundation
import Polystore
import Testing

@Suite("Faulting and refreshing")
struct FaultingTests {
    @Test("a related object is a fault until one of its values is read", arguments: StoreSetup.allCases)
    func rowFault(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let first = world.context()
        let acme = try first.insert(Company.self) { $0.name = "Acme" }
        let ada = try first.insert(Person.self) { ($0.name, $0.employer) = ("Ada", acme) }
        try first.save()
        let second = world.context()
        let copy = try second.existingObject(with: ada.objectID, as: Person.self)
        let company = try #require(copy.employer)
        #expect(company.isFault)
        #expect(company.objectID == acme.objectID)
        #expect(!company.hasChanges)
        #expect(company.isFault)
        #expect(company.name == "Acme")
        #expect(!company.isFault)
    }

    @Test(
        "a getter of a vanished row returns zero; save and fetch throw the error until it is cleared (P7)",
        arguments: StoreSetup.allCases)
    func inaccessible(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let first = world.context()
        let acme = try first.insert(Company.self) { $0.name = "Acme" }
        try first.save()
        let second = world.context()
        let fault = try #require(second.object(with: acme.objectID) as? Company)
        first.delete(acme)
        try first.save()
        #expect(fault.name == "")
        #expect(fault.inaccessibleError is ContextError)
        #expect(throws: ContextError.self) { try second.fetch(FetchRequest(Company.self)) }
        try second.insert(Skill.self) { $0.name = "Swift" }
        #expect(throws: ContextError.self) { try second.save() }
        #expect(throws: ContextError.self) { try fault.value(for: Company.name) }
        fault.name = "Back"
        second.rollback()
        #expect(try second.fetch(FetchRequest(Company.self)).isEmpty)
    }

    @Test("faults of many objects are fulfilled in one round trip", arguments: StoreSetup.allCases)
    func fulfill(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let first = world.context()
        let skills = try (0..<50).map { index in try first.insert(Skill.self) { $0.name = "S\(index)" } }
        try first.save()
        let second = world.context()
        let faults = skills.compactMap { second.object(with: $0.objectID) }
        #expect(faults.allSatisfy { $0.isFault })
        try second.fulfill(faults)
        #expect(faults.allSatisfy { !$0.isFault })
    }
}
