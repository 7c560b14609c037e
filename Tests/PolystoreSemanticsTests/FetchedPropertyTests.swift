import Foundation
import Polystore
import PolystoreMemory
import Testing

/// A club, in one store.
final class Club: ManagedObject, Entity {
    static let minimum = Attribute<Int>("minimum")
    static let seniors = FetchedProperty<Guest>(
        "seniors", where: Guest.age > fetchSource(Club.self).minimum, sortedBy: Guest.age.descending)
    static let entity = EntityDescription(Club.self, minimum, seniors)
}

/// A guest, in another.
final class Guest: ManagedObject, Entity {
    static let age = Attribute<Int>("age"), name = Attribute<String>("name")
    static let entity = EntityDescription(Guest.self, age, name)
}

@Suite("Fetched properties and computed requests by tokens")
struct FetchedPropertyTests {
    private func container() throws -> PersistentContainer {
        var clubs = PersistentStoreDescription(name: "clubs", type: .memory)
        clubs.entities = ["Club"]
        var guests = PersistentStoreDescription(name: "guests", type: .memory)
        guests.entities = ["Guest"]
        return try PersistentContainer(
            model: [Club.self, Guest.self], stores: [clubs, guests], storeTypes: [.memory])
    }

    @Test("the accessor finds objects of another store, and finds them again after a refresh")
    func accessor() throws {
        let context = try container().newConfinedContext()
        let club = try context.insert(Club.self) { $0.minimum = 40 }
        for (name, age) in [("Ada", 36), ("Bob", 51), ("Cleo", 70)] {
            try context.insert(Guest.self) { ($0.name, $0.age) = (name, age) }
        }
        #expect(club.seniors.map(\.name) == ["Cleo", "Bob"])
        try context.save()
        club.minimum = 30
        #expect(club.seniors.count == 2)
        context.refresh(club, mergesChanges: true)
        #expect(club.seniors.map(\.name) == ["Cleo", "Bob", "Ada"])
        #expect(try club.objects(for: Club.seniors).first?.age == 70)
        context.reset()
    }

    @Test("computed requests by tokens give what the language gives")
    func requests() throws {
        let container = try container()
        let context = container.newConfinedContext()
        for (name, age) in [("Ada", 36), ("Bob", 51), ("Cleo", 70)] {
            try context.insert(Guest.self) { ($0.name, $0.age) = (name, age) }
        }
        try context.save()
        let old = FetchRequest(Guest.self).where(Guest.age > 40)
        let request = FetchRequest(Guest.self).where(.object(isIn: old.found) && Guest.age * 2 < 140)
        #expect(try context.fetch(request).map(\.name) == ["Bob"])
        let sorted = FetchRequest(Guest.self).sorted(by: Guest.name.length().descending, Guest.age.ascending)
        #expect(try context.fetch(sorted).map(\.name) == ["Cleo", "Ada", "Bob"])
        #expect(try context.fetch(FetchRequest(Guest.self).where(old.foundCount == 2)).count == 3)
    }
}
