import PolystoreModel
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

/// A stream of saves that inserts, updates and deletes many objects, held to its bounds by counting what the engine did.
@Suite("Streams of saves to SQLite")
struct SaveStreamTests {
    private static let objectsOfSave: Int64 = 1000

    /// Inserts, updates and deletes a number of objects of an entity, in saves of a thousand.
    private func stream(_ entity: String, _ attribute: String, _ count: Int64) throws -> EngineWork {
        let store = try TestStore()
        let connection = try #require(store.store.writer)
        let layout = try #require(store.store.layouts.layout(for: store.entity(entity)))
        let slot = layout.index(of: PropertyKey(attribute))
        // Keys come from the store, as a coordinator gets them; foreign ones raise its mark with every save.
        #expect(try store.store.reserveKeys(store.entity(entity).rootNumber, count: Int(count)).lowerBound == 1)
        let before = EngineWork(connection)
        func saves(_ letter: String, version: UInt32, _ changes: ([MutableRow]) throws -> StoreChanges) throws {
            for first in stride(from: 1, through: count, by: Int(Self.objectsOfSave)) {
                let rows = try (first..<first + Self.objectsOfSave).map { key in
                    let row = MutableRow.make(layout, key: key)
                    row.setVersion(version)
                    try row.set(.string("\(letter)\(key)"), at: slot)
                    return row
                }
                try store.save(changes(rows))
            }
        }
        let table = "Z" + entity.uppercased()
        try saves("a", version: 0) { try store.changes(inserting: $0) }
        try saves("b", version: 1) { try store.changes(updating: $0) }
        #expect(try store.run("SELECT count(*), min(Z_OPT) FROM \(table)") == [["\(count)", "2"]])
        try saves("b", version: 2) { try store.changes(deleting: $0) }
        #expect(try store.run("SELECT count(*) FROM \(table)") == [["0"]])
        return EngineWork(connection) - before
    }

    private func expectBounded(_ entity: String, _ attribute: String, _ count: Int64, constraints: Int) throws {
        let small = try stream(entity, attribute, count)
        let large = try stream(entity, attribute, 10 * count)
        // Begin, watermark and commit are prepared once, and the durability is set once; a uniqueness constraint asks
        // one question more. A save that has a transaction of its own needs no savepoint.
        #expect(large.prepared <= 3 + constraints + 4)
        #expect(large.prepared == small.prepared)
        #expect(large.kept == 3 + constraints + 3)
        // Each object is written three times, and nothing else but the number of each commit.
        #expect(large.rowChanges == 3 * Int(10 * count + 10 * count / Self.objectsOfSave))
        #expect(large.scanned == 0)
        #expect(large.steps <= small.steps * 10 * 12 / 10)
        #expect(large.instructions <= small.instructions * 10 * 12 / 10)
        // A tree of ten times the entries may be one level deeper, and that is all.
        #expect(large.pages <= small.pages * 10 * 3 / 2)
    }

    @Test("100,000 inserts, updates and deletes take three statements, and as much work an object as 10,000")
    func boundedWork() throws { try expectBounded("Tag", "label", 10_000, constraints: 0) }

    @Test("a unique value takes a statement more, and as much work an object however many there are")
    func uniqueValues() throws { try expectBounded("Company", "name", 2000, constraints: 1) }
}
