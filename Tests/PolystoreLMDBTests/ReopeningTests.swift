import Foundation
import Polystore
import PolystoreLMDB
import TestFolders
import Testing

@Suite("What LMDB stores keep")
struct ReopeningTests {
    private let folder: TemporaryFolder
    private var graph: Graph { Graph(folder) }

    init() throws { folder = try TemporaryFolder("lmdb") }

    @Test("objects, orders, pairs, large data, indexes and constraints are there again")
    func everything() throws {
        let photo = Data((0..<20_000).map { UInt8($0 % 251) })
        var container = try graph.open()
        var context = container.newConfinedContext()
        let acme = try context.insert(Company.self) { $0.name = "Acme" }
        let tags = try ["a", "b", "c"].map { label in try context.insert(Tag.self) { $0.label = label } }
        for (name, age) in [("Cleo", 51), ("Ada", 36), ("Bob", 28)] {
            let person = try context.insert(Person.self) { ($0.name, $0.age, $0.photo) = (name, age, photo) }
            acme.staff.insert(person)
            person.tags.formUnion(tags.reversed())
        }
        try context.insert(Director.self) { ($0.name, $0.level) = ("Max", 3) }
        try context.save()
        let commit = try #require(container.coordinator.stores.first).metadata.watermark
        try container.close()

        container = try graph.open()
        context = container.newConfinedContext()
        let company = try #require(try context.fetch(FetchRequest(Company.self)).first)
        #expect(company.staff.map(\.name) == ["Cleo", "Ada", "Bob"])
        #expect(company.staff.allSatisfy { $0.tags.map(\.label) == ["c", "b", "a"] && $0.photo == photo })
        let seniors = FetchRequest(Person.self).where(Person.age > 30).sorted(by: Person.age)
        #expect(try context.fetch(seniors).map(\.name) == ["Ada", "Cleo"])
        #expect(try context.fetch(FetchRequest(Director.self)).map(\.level) == [3])
        #expect(try context.count(FetchRequest(Person.self)) == 4)
        try context.insert(Company.self) { $0.name = "Acme" }
        #expect(throws: (any Error).self) { try context.save() }
        context.rollback()
        try context.insert(Company.self) { $0.name = "Other" }
        try context.save()
        #expect(try #require(container.coordinator.stores.first).metadata.watermark == commit + 1)
        #expect(try Graph.findings(container).isEmpty)
        try container.close()
    }

    @Test("no key is given twice, whether the store was closed or not, and whether objects went or not")
    func keys() throws {
        var seen: Set<Int64> = []
        for round in 0..<4 {
            let container = try graph.open()
            let context = container.newConfinedContext()
            for number in 0..<3 {
                let person = try context.insert(Person.self) { $0.name = "\(round) \(number)" }
                #expect(seen.insert(person.objectID.key).inserted)
                try context.save()
                if number == 2 {
                    context.delete(person)
                    try context.save()
                }
            }
            // Keys that were reserved and not given come back with a clean end only.
            if round % 2 == 0 { try container.close() } else { try container.coordinator.stores[0].store.close() }
        }
    }

    @Test("references and pairs between files are read again by the peers that each file keeps")
    func peers() throws {
        var container = try graph.openTwo()
        var context = container.newConfinedContext()
        let acme = try context.insert(Company.self) { $0.name = "Acme" }
        let tag = try context.insert(Tag.self) { $0.label = "x" }
        for name in ["Bob", "Ada"] {
            let person = try context.insert(Person.self) { ($0.name, $0.employer) = (name, acme) }
            person.tags.insert(tag)
        }
        try context.save()
        let identifiers = container.coordinator.stores.map(\.identifier)
        try container.close()

        let first = try StoreType.lmdb.metadata(.init(.lmdb, at: folder.url("1.lmdb")))
        let second = try StoreType.lmdb.metadata(.init(.lmdb, at: folder.url("2.lmdb")))
        #expect([first.identifier, second.identifier] == identifiers)
        #expect(second.peers.contains(.init(store: first.identifier, root: "Company")))
        #expect(second.homes["Person"] == ["second"])

        container = try graph.openTwo()
        context = container.newConfinedContext()
        let people = try context.fetch(FetchRequest(Person.self).sorted(by: Person.name))
        #expect(people.map { $0.employer?.name } == ["Acme", "Acme"])
        #expect(people.map { $0.tags.map(\.label) } == [["x"], ["x"]])
        let company = try #require(try context.fetch(FetchRequest(Company.self)).first)
        #expect(company.staff.map(\.name) == ["Bob", "Ada"])
        #expect(try Graph.findings(container).isEmpty)
        try container.close()
    }

    @Test("opening and closing a store that fits writes nothing")
    func unchanged() throws {
        try graph.make("Ada")
        let before = try Data(contentsOf: graph.file)
        let container = try graph.open()
        #expect(try Graph.names(container) == ["Ada"])
        try container.close()
        #expect(try Data(contentsOf: graph.file) == before)
    }

    @Test("a copy of an open store is whole, and gets a UUID of its own for good")
    func copy() throws {
        try graph.make("Ada")
        let original = try graph.open()
        let identifier = original.coordinator.stores[0].identifier
        let copy = folder.url("copies/copy.lmdb")
        try StoreType.lmdb.copy(.init(.lmdb, at: graph.file), .init(.lmdb, at: copy))
        #expect(try StoreType.lmdb.metadata(.init(.lmdb, at: copy)).identifier == identifier)
        let files = Graph(copy.deletingLastPathComponent())
        try FileManager.default.moveItem(at: copy, to: files.file)
        #expect(try files.openingError().code == .duplicateIdentifier)
        let opened = try files.open { $0.opensAsCopy = true }
        let fresh = opened.coordinator.stores[0].identifier
        #expect(fresh != identifier)
        #expect(try Graph.names(opened) == ["Ada"])
        try opened.close()
        let again = try files.open { $0.opensAsCopy = true }
        #expect(again.coordinator.stores[0].identifier == fresh)
        try again.close()
        try original.close()
        #expect(throws: StoreError.self) {
            try StoreType.lmdb.copy(.init(.lmdb, at: graph.file), .init(.lmdb, at: files.file))
        }
    }

    @Test("a store that is destroyed leaves no file")
    func destroying() throws {
        try graph.make("Ada")
        let container = try graph.open()
        #expect(throws: StoreError.self) { try StoreType.lmdb.destroy(.init(.lmdb, at: graph.file)) }
        try container.close()
        try StoreType.lmdb.destroy(.init(.lmdb, at: graph.file))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
        try StoreType.lmdb.destroy(.init(.lmdb, at: graph.file))
    }

    @Test("a save without a sync is there after closing, like any other")
    func weakDurability() throws {
        let container = try graph.open { $0.durability = .losesLastSavesOnPowerCut }
        let context = container.newConfinedContext()
        try context.insert(Person.self) { $0.name = "Ada" }
        try context.save()
        try container.close()
        let again = try graph.open()
        #expect(try Graph.names(again) == ["Ada"])
        try again.close()
    }

    @Test("a context reads on in its generation while others commit")
    func isolation() throws {
        try graph.make("Ada", "Bob")
        let container = try graph.open()
        let reader = container.newConfinedContext()
        try reader.setQueryGeneration(.current)
        #expect(try reader.count(FetchRequest(Person.self)) == 2)
        let context = container.newConfinedContext()
        for round in 0..<50 {
            for person in try context.fetch(FetchRequest(Person.self)) { person.name += "!" }
            try context.insert(Person.self) { $0.name = "new \(round)" }
            try context.save()
        }
        #expect(try reader.fetch(FetchRequest(Person.self).sorted(by: Person.name)).map(\.name) == ["Ada", "Bob"])
        reader.reset()
        #expect(try reader.count(FetchRequest(Person.self)) == 52)
        try container.close()
        #expect(throws: (any Error).self) { try reader.count(FetchRequest(Person.self)) }
        // Nothing that a context still holds keeps the file open.
        try graph.open().close()
    }
}
