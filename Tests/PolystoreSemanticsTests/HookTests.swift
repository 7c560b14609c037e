import Foundation
import Polystore
import Testing

@Suite("Life-cycle hooks")
struct HookTests {
    @Test(
        "hooks come in Core Data's order, and willSave again while it changes something",
        arguments: StoreSetup.allCases)
    func order(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let journal = try context.insert(Journal.self)
        #expect(journal.title == "new")
        journal.changesInWillSave = 2
        try context.save()
        #expect(
            journal.calls == [
                "awakeFromInsert", "willSave", "willSave", "willSave", "validateForInsert", "didSave",
            ])
        #expect(journal.count == 2)
        journal.calls = []
        journal.title = "other"
        try context.save()
        #expect(journal.calls == ["willSave", "validateForUpdate", "didSave"])
        journal.calls = []
        context.refresh(journal, mergesChanges: false)
        #expect(journal.calls == ["willTurnIntoFault", "didTurnIntoFault"])
        #expect(journal.title == "other")
        #expect(journal.calls.last == "awakeFromFetch")
        journal.calls = []
        context.delete(journal)
        try context.save()
        #expect(journal.calls == ["prepareForDeletion", "willSave", "validateForDelete", "didSave"])
    }

    @Test("willSave that changes without end is an error, not a hang", arguments: StoreSetup.allCases)
    func unstable(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        try context.insert(Journal.self).changesInWillSave = .max
        let error = #expect(throws: ContextError.self) { try context.save() }
        #expect(error?.code == .unstable)
        #expect(error?.details[.entity] == "Journal")
        #expect(error?.message.contains("setPrimitiveValue(_:for:)") ?? false)
    }

    @Test("a primitive value that willSave sets is saved, and is no change of its own", arguments: StoreSetup.allCases)
    func primitive(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let journal = try context.insert(Journal.self)
        journal.countsSaves = true
        for title in ["a", "b", "c"] {
            journal.title = title
            journal.calls = []
            try context.save()
            #expect(journal.calls.filter { $0 == "willSave" }.count == 1)
        }
        #expect(journal.primitiveValue(for: Journal.count) == 3 && !context.hasChanges)
        let other = world.context()
        #expect(try other.existingObject(with: journal.objectID, as: Journal.self).count == 3)
        try journal.setPrimitiveValue(.integer(9), forKey: "count")
        #expect(try journal.primitiveValue(forKey: "count") == .integer(9))
        #expect(!context.hasChanges && !journal.isUpdated)
        try context.save()
        #expect(try world.context().existingObject(with: journal.objectID, as: Journal.self).count == 3)
        journal.countsSaves = false
        journal.title = "d"
        try context.save()
        #expect(try world.context().existingObject(with: journal.objectID, as: Journal.self).count == 9)
        #expect(throws: ValueError.self) { try journal.setPrimitiveValue(.integer(1), forKey: "coutn") }
        #expect(throws: ValueError.self) { try journal.setPrimitiveValue(.string("x"), forKey: "count") }
    }

    @Test("a primitive relationship leaves its other side alone", arguments: StoreSetup.allCases)
    func primitiveRelationship(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let acme = try context.insert(Company.self) { $0.name = "Acme" }
        let ada = try context.insert(Person.self) { $0.name = "Ada" }
        try context.save()
        #expect(acme.staff.isEmpty)
        ada.setPrimitiveValue(acme, for: Person.employer)
        #expect(ada.employer === acme && acme.staff.isEmpty)
        #expect(!context.hasChanges && !acme.isUpdated)
        ada.age = 3
        try context.save()
        let other = world.context()
        let found = try other.existingObject(with: ada.objectID, as: Person.self)
        #expect(found.employer?.name == "Acme")
        #expect(try other.existingObject(with: acme.objectID, as: Company.self).staff.count == 1)
    }
}
