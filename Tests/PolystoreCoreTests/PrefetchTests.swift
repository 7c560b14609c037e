import Polystore
import PolystoreRandom
import Testing

@testable import PolystoreCore

@Suite("Reading related objects along")
struct PrefetchTests {
    @Test("every object that is referred to comes along, once, whichever share a place among those met lately")
    func toOne() throws {
        var source = RandomSource()
        let container = try Library.open()
        let writer = container.newConfinedContext()
        let shelves = try (0..<40).map { number in try writer.insert(Shelf.self) { $0.name = "s\(number)" } }
        for number in 0..<200 {
            try writer.insert(Book.self) { book in
                book.title = "b\(number)"
                // The first ones take places over and back: of eight, shelves 1, 9, 17 and 25 share one.
                book.shelf = number < 8 ? shelves[[0, 8, 0, 16, 8, 24, 0, 8][number]] : source.pick(shelves)
                if source.chance(10) { book.shelf = nil }
            }
        }
        try writer.save()
        for limit in [1, 4, 7, 200] {
            let context = container.newConfinedContext()
            let books = try context.fetch(FetchRequest(Book.self).limit(limit).prefetching(Book.shelf))
            let expected = try writer.fetch(FetchRequest(Book.self).limit(limit)).map { $0.shelf?.name }
            let found = books.map(\.shelf)
            #expect(found.allSatisfy { $0?.isFault != true })
            #expect(found.map { $0?.name } == expected)
            let farther = container.newConfinedContext()
            let further = try farther.fetch(FetchRequest(Book.self).limit(limit).prefetching(keyPath: "shelf.books"))
            let reached = Set(further.compactMap(\.shelf?.objectID))
            #expect(reached.count == Set(expected.compactMap(\.self)).count)
            let onShelves = farther.registeredObjects.compactMap { $0 as? Book }.filter { !$0.isFault }
            let wanted = try writer.fetch(FetchRequest(Book.self)).filter { book in
                book.shelf.map { reached.contains($0.objectID) } ?? false
            }
            #expect(Set(onShelves.map(\.objectID)).isSuperset(of: wanted.map(\.objectID)))
        }
        try container.close()
    }

    @Test("an ID is known until one with the same place is met")
    func recent() throws {
        let container = try Library.open()
        let first = try Library.save("A", in: container)
        func identity(_ key: Int64) -> ObjectID { ObjectID(store: first.store, root: first.root, key: key) }
        var met = RecentIdentities(among: 5)
        let asked: [(key: Int64, isNew: Bool)] = [
            (1, true), (1, false), (2, true), (1 + 1 << 20, true), (1, true), (2, false), (-7, true), (-7, false),
        ]
        for (key, isNew) in asked {
            let found = met.insert(identity(key))
            #expect(found == isNew)
        }
        var single = RecentIdentities(among: 0)
        let found = single.insert(identity(1))
        #expect(found)
        try container.close()
    }
}
