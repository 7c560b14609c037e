import Foundation
import Polystore
import Testing

@Suite("Conflicts and merge policies")
struct ConflictTests {
    /// Two contexts that read Ada, the first of which has saved a new name and age.
    private struct Race {
        let world: World
        let mine: ManagedObjectContext
        let ada: Person

        init(_ setup: StoreSetup, deleted: Bool = false) throws {
            world = try World(setup)
            let first = world.context()
            let theirs = try first.insert(Person.self) { ($0.name, $0.age, $0.score) = ("Ada", 36, 1) }
            try first.save()
            mine = world.context()
            ada = try mine.existingObject(with: theirs.objectID, as: Person.self)
            if deleted {
                first.delete(theirs)
            } else {
                (theirs.name, theirs.age) = ("Theirs", 40)
            }
            try first.save()
        }

        func values() throws -> (name: String, age: Int, score: Double?)? {
            let context = world.context()
            guard let person = try context.fetch(FetchRequest<Person>(entity: "Person")).first else { return nil }
            return (person.name, person.age, person.score)
        }
    }

    @Test("a stale write is refused with the conflict, and nothing is written (P5)", arguments: StoreSetup.allCases)
    func error(_ setup: StoreSetup) throws {
        let race = try Race(setup)
        race.ada.score = 2
        let error = #expect(throws: SaveError.self) { try race.mine.save() }
        let conflict = try #require(error?.conflicts.first)
        #expect(error?.code == .conflict)
        #expect((conflict.oldVersion, conflict.newVersion) == (1, 2))
        #expect(conflict.contextValues["score"] == .double(2))
        #expect(conflict.oldValues["name"] == .string("Ada"))
        #expect(conflict.storeValues?["name"] == .string("Theirs"))
        #expect(try race.values()?.score == 1)
        #expect(race.mine.hasChanges)
        race.mine.refresh(race.ada, mergesChanges: true)
        #expect(race.ada.name == "Theirs")
        #expect(race.ada.score == 2)
        try race.mine.save()
        #expect(try race.values()?.score == 2)
    }

    @Test("store trump keeps the store's value where both changed", arguments: StoreSetup.allCases)
    func storeTrump(_ setup: StoreSetup) throws {
        let race = try Race(setup)
        race.mine.mergePolicy = .mergeByPropertyStoreTrump
        (race.ada.name, race.ada.score) = ("Mine", 2)
        try race.mine.save()
        let values = try #require(try race.values())
        #expect(values == ("Theirs", 40, 2))
        #expect(race.ada.name == "Theirs")
    }

    @Test("object trump keeps the context's value where both changed", arguments: StoreSetup.allCases)
    func objectTrump(_ setup: StoreSetup) throws {
        let race = try Race(setup)
        race.mine.mergePolicy = .mergeByPropertyObjectTrump
        (race.ada.name, race.ada.score) = ("Mine", 2)
        try race.mine.save()
        let values = try #require(try race.values())
        #expect(values == ("Mine", 40, 2))
        #expect(race.ada.age == 40)
    }

    @Test("overwrite pushes the whole object", arguments: StoreSetup.allCases)
    func overwrite(_ setup: StoreSetup) throws {
        let race = try Race(setup)
        race.mine.mergePolicy = .overwrite
        race.ada.score = 2
        try race.mine.save()
        let values = try #require(try race.values())
        #expect(values == ("Ada", 36, 2))
    }

    @Test("rollback takes the store's object as a whole", arguments: StoreSetup.allCases)
    func rollback(_ setup: StoreSetup) throws {
        let race = try Race(setup)
        race.mine.mergePolicy = .rollback
        (race.ada.name, race.ada.score) = ("Mine", 2)
        try race.mine.save()
        let values = try #require(try race.values())
        #expect(values == ("Theirs", 40, 1))
        #expect(race.ada.name == "Theirs")
        #expect(!race.mine.hasChanges)
    }

    @Test("a row that was deleted meanwhile is a conflict of version 0", arguments: StoreSetup.allCases)
    func vanished(_ setup: StoreSetup) throws {
        let race = try Race(setup, deleted: true)
        race.ada.score = 2
        let error = #expect(throws: SaveError.self) { try race.mine.save() }
        #expect(error?.conflicts.first?.newVersion == 0)
        #expect(error?.conflicts.first?.storeValues == nil)
        race.mine.mergePolicy = .mergeByPropertyObjectTrump
        try race.mine.save()
        #expect(try race.values()?.score == 2)
    }

    @Test("store trump lets an object go that was deleted meanwhile", arguments: StoreSetup.allCases)
    func vanishedStoreTrump(_ setup: StoreSetup) throws {
        let race = try Race(setup, deleted: true)
        race.mine.mergePolicy = .mergeByPropertyStoreTrump
        race.ada.score = 2
        try race.mine.save()
        #expect(try race.values() == nil)
        #expect(race.ada.managedObjectContext == nil)
    }

    @Test("deleting what was changed meanwhile is a conflict, settled by who trumps", arguments: StoreSetup.allCases)
    func deleteOfChanged(_ setup: StoreSetup) throws {
        let race = try Race(setup)
        race.mine.delete(race.ada)
        #expect(throws: SaveError.self) { try race.mine.save() }
        race.mine.mergePolicy = .mergeByPropertyObjectTrump
        try race.mine.save()
        #expect(try race.values() == nil)
    }

    @Test("a locked object is checked although it has not changed", arguments: StoreSetup.allCases)
    func locked(_ setup: StoreSetup) throws {
        let race = try Race(setup)
        race.mine.detectConflicts(for: race.ada)
        try race.mine.insert(Skill.self) { $0.name = "Swift" }
        let error = #expect(throws: SaveError.self) { try race.mine.save() }
        #expect(error?.conflicts.first?.object == race.ada.objectID)
    }

    @Test("a doubled unique value is refused; object trump updates the stored object", arguments: StoreSetup.allCases)
    func uniqueness(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let first = world.context()
        let acme = try first.insert(Company.self) { ($0.name, $0.founded) = ("Acme", 1900) }
        try first.save()
        let second = world.context()
        try second.insert(Company.self) { ($0.name, $0.founded) = ("Acme", 2000) }
        let error = #expect(throws: SaveError.self) { try second.save() }
        #expect(error?.constraintConflicts.first?.attributes == ["name"])
        #expect(error?.constraintConflicts.first?.other == acme.objectID)
        second.mergePolicy = .mergeByPropertyObjectTrump
        try second.save()
        let third = world.context()
        let all = try third.fetch(FetchRequest(Company.self))
        #expect(all.map(\.objectID) == [acme.objectID])
        #expect(all.map(\.founded) == [2000])
    }

    @Test("two unique values may be swapped in one save", arguments: StoreSetup.allCases)
    func swapped(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let one = try context.insert(Company.self) { $0.name = "One" }
        let two = try context.insert(Company.self) { $0.name = "Two" }
        try context.save()
        (one.name, two.name) = ("Two", "One")
        try context.save()
        let other = world.context()
        #expect(try other.existingObject(with: one.objectID, as: Company.self).name == "Two")
    }
}
