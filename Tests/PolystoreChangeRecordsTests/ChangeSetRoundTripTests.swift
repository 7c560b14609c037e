import Foundation
import PolystoreChangeRecords
import PolystoreModel
import PolystoreRandom
import PolystoreStorage
import Testing

@Suite("Records of change sets")
struct ChangeSetRoundTripTests {
    @Test("every value of every attribute type comes back, in new rows, changed rows and tombstones")
    func attributes() throws {
        let model = try RecordModel()
        let name = RecordModel.name(of:)
        let types = AttributeType.allCases.filter { $0 != .undefined && $0 != .composite }
        for type in types {
            var part = StoreChanges()
            let values = [Value.missing] + RecordSamples.values(type)
            for (place, value) in values.enumerated() {
                let key = Int64(place + 1)
                part.inserts.append(try model.row("Sample", key, [name(type): value]))
                part.updates.append(try model.row("Special", key, version: 2, [name(type): value]))
                part.tombstones.append(try model.row("Sample", 100 + key, version: 7, [name(type): value]))
            }
            let changes: ChangeSet = [model.store: part]
            let read = try ChangeSet(decoding: changes.encoded, as: model.model)
            #expect(RecordContent(read) == RecordContent(changes), "\(type)")
            let views = try #require(read[model.store]).inserts.map(\.view)
            #expect(views.map { $0.value(for: PropertyKey(name(type))) } == values, "\(type)")
            #expect(read.encoded == changes.encoded, "\(type)")
        }
    }

    @Test("composites, data that stays out of rows, references into the store and out of it come back")
    func others() throws {
        let model = try RecordModel()
        let sample = try model.entity("Sample")
        let layout = try #require(model.layouts.layout(for: sample))
        let row = MutableRow.make(layout, key: 5)
        row.setDeferred(DeferredData(length: 9_000_000, checksum: 77), at: layout.index(of: PropertyKey("binaryValue")))
        var part = StoreChanges()
        part.inserts = [
            try model.row(
                "Sample", 1, ["compositeValue.street": .string("High Street"), "compositeValue.zip": .integer(7)]),
            try model.row("Sample", 2, ["owner": .object(model.id("Person", 9)), "owner#order": .integer(-4)]),
            try model.row("Sample", 3, ["origin": .object(model.id("Sample", .max))]),
        ]
        part.updates = [model.change(row, version: 3)]
        let changes: ChangeSet = [model.store: part]
        let read = try ChangeSet(decoding: changes.encoded, as: model.model)
        #expect(RecordContent(read) == RecordContent(changes))
        let rows = try #require(read[model.store])
        #expect(rows.inserts[1].view.value(for: PropertyKey("owner")) == .object(model.id("Person", 9)))
        #expect(rows.inserts[1].view.value(for: PropertyKey("owner#order")) == .integer(-4))
        #expect(rows.inserts[2].view.value(for: PropertyKey("origin")) == .object(model.id("Sample", .max)))
        let binary = try #require(rows.updates[0].view.slot(of: PropertyKey("binaryValue"))).pointee
        #expect(rows.updates[0].view.deferredData(binary) == DeferredData(length: 9_000_000, checksum: 77))
    }

    @Test("pairs come back in both directions, ordered or not, with what is left as it was")
    func links() throws {
        let model = try RecordModel()
        var part = StoreChanges()
        part.links = [
            try model.link("Sample", "tags", .put, 1, 2, nil, 100), try model.link("Sample", "tags", .put, 1, 3, 5),
            try model.link("Sample", "tags", .remove, 2, 2), try model.link("Sample", "marks", .put, 1, 2),
            try model.link("Sample", "friends", .put, 1, 2, .min, .max),
            try model.link("Sample", "friends", .put, 2, 1),
        ]
        let changes: ChangeSet = [model.store: part]
        #expect(try ChangeSet(decoding: changes.encoded, as: model.model)[model.store]?.links == part.links)
        #expect(try ChangeSet(decoding: ChangeSet().encoded, as: model.model).isEmpty)
    }

    @Test("random change sets come back as they were, and give the same bytes again")
    func random() throws {
        var random = RandomSource()
        for _ in 0..<8 {
            let model = try RecordModel()
            let changes = try RecordSamples.random(model, &random)
            let bytes = changes.encoded
            let read = try ChangeSet(decoding: bytes, as: model.model)
            #expect(RecordContent(read) == RecordContent(changes))
            #expect(read.omissions.isEmpty)
            #expect(read.encoded == bytes)
        }
    }

    @Test("a reader of another process reads it with a model of its own, whose layouts have other numbers")
    func otherModel() throws {
        var random = RandomSource()
        let model = try RecordModel()
        let changes = try RecordSamples.random(model, &random)
        let other = try RecordModel.model(RecordModel.entities)
        let read = try ChangeSet(decoding: changes.encoded, as: other)
        #expect(RecordContent(read) == RecordContent(changes))
        #expect(try #require(read[model.store]).deletes.allSatisfy { $0.entity === other.entity(named: "Sample") })
    }
}
