import Foundation
import PolystoreChangeRecords
import PolystoreModel
import PolystoreReferenceStore
import PolystoreStorage
import Testing

@Suite("Records that are read for open stores")
struct OpenStoreRecordTests {
    /// The model of the reference graph, in which people have a number of stars more.
    private static func later() throws -> ManagedObjectModel {
        var description = try ReferenceGraph.model().description
        let index = try #require(description.entities.firstIndex { $0.name == "Person" })
        description.entities[index].attributes.append(
            RecordModel.optional("stars", .integer64).with { $0.defaultValue = .integer(1) })
        return try ManagedObjectModel(description)
    }

    /// A store of a model, and the layouts that the same store would have with another one.
    private static func store(_ model: ManagedObjectModel) throws -> (store: ReferenceStore, earlier: LayoutTable) {
        let store = try ReferenceGraph.store(model)
        return (store, RecordModel.layouts(of: store.identifier, try ReferenceGraph.model()))
    }

    private static func save(_ changes: StoreChanges, in store: ReferenceStore) throws {
        try store.begin(.full)
        try store.apply(changes)
        try store.prepare()
        _ = try store.commit()
    }

    private static func people(_ store: ReferenceStore) throws -> [Int64: [String: Value]] {
        var people: [Int64: [String: Value]] = [:]
        try store.snapshot().rows(RootNumber(interning: "Person"), keys: Array(0..<100)) { batch in
            for row in batch {
                people[row.key] = ["name", "stars", "employer"].reduce(into: [:]) {
                    $0[$1] = row.value(for: PropertyKey($1))
                }
            }
            return true
        }
        return people
    }

    @Test("what an earlier model does not know keeps its stored value in changed rows, and has its default in new ones")
    func added() throws {
        let model = try Self.later()
        let (store, earlier) = try Self.store(model)
        var before = StoreChanges()
        before.inserts = try (1...3).map {
            try ReferenceGraph.row("Person", store.layouts, key: $0, ["name": .string("a"), "stars": .integer(5)])
        }
        try Self.save(before, in: store)

        var part = StoreChanges()
        part.inserts = [try ReferenceGraph.row("Manager", earlier, key: 4, ["name": .string("new")])]
        part.updates = [
            try ReferenceGraph.row("Person", earlier, key: 2, version: 2, ["name": .string("changed")])
        ]
        let number = StoreNumber(interning: store.identifier)
        let record = ChangeSet(dictionaryLiteral: (number, part)).encoded
        let read = try ChangeSet(decoding: record, as: model, for: [store])
        let changes = try #require(try read.missingChanges(of: store))
        #expect((changes.inserts + changes.updates).allSatisfy { $0.batch.layouts === store.layouts })
        try Self.save(changes, in: store)
        let people = try Self.people(store)
        #expect(people.count == 4)
        #expect([2, 4].map { people[$0]?["name"] } == [.string("changed"), .string("new")])
        #expect([1, 2, 3, 4].map { people[$0]?["stars"] } == [.integer(5), .integer(5), .integer(5), .integer(1)])
    }

    @Test("a reference to another store has the number of the open store's peer, not of the record's")
    func peers() throws {
        let model = try RecordModel()
        let store = try StoreType.reference("reference").open(RecordModel.opening(model.model))
        // The record's store knows the people of one store as peer 1, the open one as peer 2.
        let owner = model.id("Person", 9)
        #expect(store.peers.number(of: StoreNumber(interning: UUID()), owner.root) == 1)
        #expect(store.peers.number(of: owner.store, owner.root) == 2)
        let recorded = RecordModel.layouts(of: store.identifier, model.model)
        let row = MutableRow.make(try #require(recorded.layout(for: try model.entity("Sample"))), key: 1)
        row.setReference(owner, at: row.index(of: PropertyKey("owner")))
        let builder = RowBatchBuilder(layouts: recorded)
        builder.append(packing: row, version: 1)
        var part = StoreChanges()
        part.inserts = [
            StoreChanges.Row(
                batch: builder.takeBatches()[0], offset: 8, expectedVersion: 0, changed: SlotSet(all: row.layout))
        ]
        let number = StoreNumber(interning: store.identifier)
        let record = ChangeSet(dictionaryLiteral: (number, part)).encoded
        let read = try ChangeSet(decoding: record, as: model.model, for: [store])
        let found = try #require(read[number]).inserts[0].view
        let slot = try #require(found.slot(of: PropertyKey("owner"))).pointee
        #expect(found.reference(slot) == owner)
        #expect(found.referencePeer(slot) == 2)
        #expect(RowChecksum.verify(found))
    }

    @Test("a store lacks nothing of a save whose number its last commit has reached, nor of one that did not touch it")
    func once() throws {
        let model = try ReferenceGraph.model()
        let (store, earlier) = try Self.store(model)
        let number = StoreNumber(interning: store.identifier)
        var part = StoreChanges()
        part.inserts = [try ReferenceGraph.row("Person", earlier, key: 1, ["name": .string("a")])]
        var changes: ChangeSet = [number: part]
        changes.commits = [number: 1]
        let read = try ChangeSet(decoding: changes.encoded, as: model, for: [store])
        #expect(read.commits == [number: 1])
        try Self.save(try #require(try read.missingChanges(of: store)), in: store)
        #expect(try read.missingChanges(of: store) == nil)
        let other = try ReferenceGraph.store(model)
        #expect(try read.missingChanges(of: other) == nil)
        #expect(try Self.people(other).isEmpty)
    }

    @Test("an entity that the open store does not serve is named")
    func notServed() throws {
        let model = try ReferenceGraph.model()
        var opening = RecordModel.opening(model)
        opening.entities.removeAll { $0.name == "Person" }
        let store = try StoreType.reference("reference").open(opening)
        let earlier = RecordModel.layouts(of: store.identifier, model)
        var part = StoreChanges()
        part.inserts = [try ReferenceGraph.row("Person", earlier, key: 1, ["name": .string("a")])]
        let changes: ChangeSet = [StoreNumber(interning: store.identifier): part]
        let error = #expect(throws: ChangeSetError.self) {
            try ChangeSet(decoding: changes.encoded, as: model, for: [store])
        }
        #expect(error?.code == .incompatible)
        #expect(error?.details[.entity] == "Person")
    }
}
