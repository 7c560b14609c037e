import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage
import Testing

/// A stream of saves that inserts, updates and deletes many objects, held to its bounds by counting what the record
/// layer asks of its engine.
@Suite("Streams of saves to a record store")
struct SaveStreamTests {
    private static let objectsOfSave: Int64 = 500

    /// Inserts, updates and deletes a number of objects with a unique value, two indexes and an entity index, in saves
    /// of five hundred.
    private func stream(_ count: Int64) throws -> EngineOperations {
        let model = try ManagedObjectModel(StaffFixture.description())
        let worker = try #require(model.entity(named: "Worker"))
        let opening = StoreOpening(
            name: "staff", url: nil, model: model, entities: model.entities.filter { !$0.isAbstract },
            placement: StorePlacement(aloneWith: model))
        let engine = CountingEngine()
        let store = try RecordStore(engine, opening)
        let layout = try #require(store.layouts.layout(for: worker))
        let (name, age) = (layout.index(of: PropertyKey("name")), layout.index(of: PropertyKey("age")))
        let opened = engine.operations
        func saves(_ letter: String, version: UInt32, _ change: (inout StoreChanges, [StoreChanges.Row]) -> Void) throws
        {
            for first in stride(from: 1, through: count, by: Int(Self.objectsOfSave)) {
                let builder = RowBatchBuilder(layouts: store.layouts)
                for key in first..<first + Self.objectsOfSave {
                    let row = MutableRow.make(layout, key: key)
                    try row.set(.string("\(letter)\(key)"), at: name)
                    try row.set(.integer(key % 100), at: age)
                    builder.append(packing: row, version: version + 1)
                }
                var changes = StoreChanges()
                change(&changes, builder.takeChanges())
                try store.begin(.full)
                try store.apply(changes)
                try store.prepare()
                _ = try store.commit()
            }
        }
        let everything = StoreQuery(entities: [worker])
        try saves("a", version: 0) { $0.inserts = $1 }
        try saves("b", version: 1) { $0.updates = $1 }
        #expect(try store.snapshot().count(store.plan(everything)) == count)
        try saves("b", version: 2) { changes, rows in
            changes.deletes = rows.map { .init(entity: worker, key: $0.view.key, expectedVersion: 2) }
        }
        #expect(try store.snapshot().count(store.plan(everything)) == 0)
        #expect(opened.puts > 0)
        return engine.operations
    }

    @Test("10,000 inserts, updates and deletes ask as much of the engine, an object, as 1,000")
    func boundedWork() throws {
        let small = try stream(1000)
        let large = try stream(10_000)
        #expect(large.sum <= small.sum * 10 * 12 / 10)
        #expect(large.bytes <= small.bytes * 10 * 12 / 10)
    }
}
