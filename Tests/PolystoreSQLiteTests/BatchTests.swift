import Foundation
import PolystoreModel
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Statements that write several rows")
struct BatchTests {
    private let count = RowWriter.batchSize * 5 + 3

    private func tags(_ store: TestStore, _ keys: ClosedRange<Int>, _ label: String) throws -> [MutableRow] {
        try keys.map { try store.row("Tag", Int64($0), ["label": .string("\(label)\($0)")]) }
    }

    private func stored(_ store: TestStore, _ entity: String, _ keys: ClosedRange<Int>) throws -> [MutableRow] {
        try keys.map { try #require(try store.fetch(entity, Int64($0))) }
    }

    private func labels(_ store: TestStore) throws -> [String] {
        try store.run("SELECT ZLABEL FROM ZTAG ORDER BY Z_PK").map { $0[0] }
    }

    private func steps(_ store: TestStore, _ body: () throws -> Void) throws -> Int {
        let connection = try store.store.writingConnection()
        let before = connection.counters.steps
        try body()
        return connection.counters.steps - before
    }

    @Test("many rows are inserted and updated by a statement for each batch and for each that is left")
    func fewStatements() throws {
        let store = try TestStore()
        // Beside the rows: begin, watermark, commit, and the mark of keys that were not reserved.
        let bound = count / RowWriter.batchSize + count % RowWriter.batchSize + 6
        let inserting = try steps(store) { try store.insert(tags(store, 1...count, "a")) }
        #expect(inserting <= bound)
        let rows = try stored(store, "Tag", 1...count)
        for row in rows { try store.set(row, "label", .string("b\(row.key)")) }
        let updating = try steps(store) { try store.save(store.changes(updating: rows)) }
        #expect(updating <= bound)
        #expect(try labels(store) == (1...count).map { "b\($0)" })
        #expect(try store.run("SELECT DISTINCT Z_OPT, Z_ENT FROM ZTAG").count == 1)
        #expect(try stored(store, "Tag", 1...count).allSatisfy { $0.version == 2 })
        #expect(try store.snapshot().check { Issue.record("\($0)") }.rows == UInt64(count))
    }

    @Test("values of every kind come back from a batch as from a statement of their own")
    func valuesOfEveryKind() throws {
        let store = try TestStore()
        try store.insert([store.row("Company", 1, ["name": .string("Acme")])])
        try store.insert((1...count).map { try store.row("Person", Int64($0)) })
        let rows = try stored(store, "Person", 1...count)
        for (index, row) in rows.enumerated() {
            // Rows of one set of changed slots share a batch, and a missing value is one of them.
            for (name, value) in SavingTests.values { try store.set(row, name, index == 2 ? .missing : value) }
            try store.set(row, "age", .integer(Int64(index)))
            try store.set(row, "employer", .object(store.id("Company", 1)))
        }
        try store.save(store.changes(updating: rows))
        for (row, found) in zip(rows, try stored(store, "Person", 1...count)) {
            for slot in found.layout.slots { #expect(found.view.value(slot) == row.view.value(slot), "\(slot.key)") }
        }
        #expect(try store.snapshot().check { Issue.record("\($0)") }.rows == UInt64(count + 1))
    }

    @Test("a batch with rows that exist tells which ones, and nothing of the save stays")
    func insertsThatConflict() throws {
        let store = try TestStore()
        try store.insert(tags(store, 4...4, "old") + tags(store, 20...20, "old"))
        let error = try #require(throws: StoreError.self) { try store.insert(tags(store, 1...count, "a")) }
        #expect(
            Set(error.conflicts?.versions ?? []) == [
                .init(object: try store.id("Tag", 4), expected: 0, found: 1),
                .init(object: try store.id("Tag", 20), expected: 0, found: 1),
            ])
        #expect(try labels(store) == ["old4", "old20"])
    }

    @Test("a batch with rows that changed or went tells which ones, and inserts none of them")
    func updatesThatConflict() throws {
        let store = try TestStore()
        try store.insert(tags(store, 1...count, "a"))
        let mine = try stored(store, "Tag", 1...count)
        let theirs = try stored(store, "Tag", 3...3)
        try store.set(theirs[0], "label", .string("theirs"))
        try store.save(store.changes(updating: theirs, deleting: stored(store, "Tag", 7...7)))
        for row in mine { try store.set(row, "label", .string("mine")) }
        let error = try #require(throws: StoreError.self) { try store.save(store.changes(updating: mine)) }
        #expect(
            Set(error.conflicts?.versions ?? []) == [
                .init(object: try store.id("Tag", 3), expected: 1, found: 2),
                .init(object: try store.id("Tag", 7), expected: 1, found: 0),
            ])
        #expect(try labels(store) == (1...count).filter { $0 != 7 }.map { $0 == 3 ? "theirs" : "a\($0)" })
    }

    @Test("two saves that write the same values are still two: the second is a conflict")
    func equalUpdatesConflict() throws {
        let store = try TestStore()
        try store.insert(tags(store, 1...count, "a"))
        let (first, second) = (try stored(store, "Tag", 1...count), try stored(store, "Tag", 1...count))
        for row in first + second { try store.set(row, "label", .string("same")) }
        try store.save(store.changes(updating: first))
        let error = try #require(throws: StoreError.self) { try store.save(store.changes(updating: second)) }
        #expect(error.conflicts?.versions.count == count)
    }

    @Test("rows in a batch that others edited or inserted are written whole and sealed, beside one in conflict")
    func editedOutside() throws {
        let store = try TestStore()
        try store.insert(tags(store, 1...4, "a") + tags(store, 6...count, "a"))
        let number = try #require(store.store.context.schema.numbers["Tag"])
        try store.edit("UPDATE ZTAG SET ZLABEL = 'edited' WHERE Z_PK IN (2, 30)")
        try store.edit("INSERT INTO ZTAG (Z_PK, Z_ENT, ZLABEL) VALUES (5, \(number), 'new')")
        let stale = try stored(store, "Tag", 1...count)
        let rows = try stored(store, "Tag", 1...count)
        for row in rows { try store.set(row, "label", .string("b\(row.key)")) }
        try store.save(store.changes(updating: rows))
        #expect(try labels(store) == (1...count).map { "b\($0)" })
        #expect(try store.snapshot().check { Issue.record("\($0)") }.rows == UInt64(count))
        // A second save of what was read before: the row that was edited is in conflict like the others.
        try store.edit("UPDATE ZTAG SET ZLABEL = 'again' WHERE Z_PK = 3")
        for row in stale { try store.set(row, "label", .string("stale")) }
        let error = try #require(throws: StoreError.self) { try store.save(store.changes(updating: stale)) }
        #expect(error.conflicts?.versions.count == count)
        let fresh = try stored(store, "Tag", 1...count)
        try store.edit("UPDATE ZTAG SET ZLABEL = 'last' WHERE Z_PK = 4")
        for row in fresh { try store.set(row, "label", .string("c\(row.key)")) }
        let last = try #require(throws: StoreError.self) { try store.save(store.changes(updating: fresh)) }
        #expect(
            last.conflicts?.versions == [
                .init(object: try store.id("Tag", 4), expected: fresh[3].version, found: fresh[3].version + 1)
            ])
    }

    @Test("an edit of a row that came without a version is a conflict for contexts that read it before")
    func editedWithoutVersion() throws {
        let store = try TestStore()
        let number = try #require(store.store.context.schema.numbers["Tag"])
        try store.edit("INSERT INTO ZTAG (Z_PK, Z_ENT, ZLABEL) VALUES (1, \(number), 'a'), (2, \(number), 'b')")
        try store.edit("UPDATE ZTAG SET Z_OPT = 0 WHERE Z_PK = 2")
        let rows = try stored(store, "Tag", 1...2)
        try store.edit("UPDATE ZTAG SET ZLABEL = 'theirs'")
        for row in rows { try store.set(row, "label", .string("mine")) }
        let error = try #require(throws: StoreError.self) { try store.save(store.changes(updating: rows)) }
        #expect(error.conflicts?.versions.count == 2)
        #expect(try labels(store) == ["theirs", "theirs"])
        let again = try stored(store, "Tag", 1...1)
        try store.edit("UPDATE ZTAG SET ZLABEL = 'once more', Z_OPT = 1 WHERE Z_PK = 1")
        #expect(try stored(store, "Tag", 1...1)[0].version > again[0].version)
    }

    @Test("a batch that is refused leaves the other saves of its transaction, and no file of external data")
    func refusedAmongOthers() throws {
        let store = try TestStore()
        let film = Value.data(Data(repeating: 7, count: ExternalValue.threshold + 1))
        try store.insert((1...count).map { try store.row("Person", Int64($0)) })
        let stale = try stored(store, "Person", 1...count)
        let fresh = try stored(store, "Person", 9...9)
        try store.set(fresh[0], "age", .integer(1))
        try store.store.begin(.full)
        // One row of the first batch goes, so that the batch inserts it and the save starts again.
        try store.store.apply(store.changes(updating: fresh, deleting: stored(store, "Person", 2...2)))
        for row in stale { try store.set(row, "film", film) }
        let changes = try store.changes(updating: stale)
        let error = try #require(throws: StoreError.self) { try store.store.apply(changes) }
        #expect(
            Set(error.conflicts?.versions ?? []) == [
                .init(object: try store.id("Person", 2), expected: 1, found: 0),
                .init(object: try store.id("Person", 9), expected: 1, found: 2),
            ])
        try store.store.apply(store.changes(inserting: tags(store, 1...count, "a")))
        try store.store.prepare()
        _ = try store.store.commit()
        #expect(try store.run("SELECT Z_PK FROM ZPERSON WHERE Z_OPT = 2") == [["9"]])
        #expect(try store.run("SELECT count(*) FROM ZPERSON") == [["\(count - 1)"]])
        #expect(try labels(store).count == count)
        let files = FileManager.default.enumerator(atPath: store.folder.path)?.allObjects as? [String] ?? []
        #expect(!files.contains { $0.contains("_EXTERNAL_DATA/") }, "\(files)")
    }

    @Test(
        "the entity of a reference's target is kept, whether the target is new, stored, or in the table that is written"
    )
    func targetEntities() throws {
        let store = try TestStore()
        try store.insert([store.row("Manager", 1), store.row("Person", 2)])
        let rows = try (3...count).map { key in
            let row = try store.row("Clerk", Int64(key))
            // A stored manager, a stored person, and from the fifth on the clerk before.
            try store.set(row, "boss", .object(store.id("Person", key < 5 ? Int64(key - 2) : Int64(key - 1))))
            return row
        }
        try store.insert(rows)
        let table = try #require(store.store.context.schema.table(store.entity("Clerk").rootNumber))
        let column = try #require(table.column(PropertyKey("boss"), of: "Clerk")?.entityColumn)
        let found = try store.run(
            "SELECT count(*) FROM ZPERSON a JOIN ZPERSON b ON b.Z_PK = a.ZBOSS WHERE a.\(column) IS NOT b.Z_ENT")
        #expect(found == [["0"]])
        #expect(try store.run("SELECT count(*) FROM ZPERSON WHERE ZBOSS IS NOT NULL") == [["\(count - 2)"]])
    }

    @Test("the entity of a reference to a hierarchy in another table is found or given, in every row of a batch")
    func targetsInOtherTables() throws {
        var model = ModelDescription(name: "toys")
        model.entities = [
            TestModel.entity("Animal", [TestModel.attribute("name", .string)]),
            TestModel.entity("Dog", parent: "Animal"), TestModel.entity("Cat", parent: "Animal"),
            TestModel.entity(
                "Toy", [TestModel.attribute("label", .string)],
                [TestModel.toOne("owner", "Animal", inverse: "toys")]),
        ]
        model.entities[0].relationships = [TestModel.toMany("toys", "Toy", inverse: "owner")]
        let store = try TestStore(try ManagedObjectModel(model))
        try store.insert([store.row("Dog", 1), store.row("Cat", 2)])
        let toys = try (1...count).map { key in
            let toy = try store.row("Toy", Int64(key))
            // A stored dog, a stored cat, one that comes with the toys, and no owner.
            if key % 4 > 0 { try store.set(toy, "owner", .object(store.id("Animal", Int64(key % 4)))) }
            return toy
        }
        try store.insert([store.row("Dog", 3)] + toys)
        let table = try #require(store.store.context.schema.table(store.entity("Toy").rootNumber))
        let column = try #require(table.column(PropertyKey("owner"), of: "Toy")?.entityColumn)
        func wrong() throws -> [[String]] {
            try store.run(
                "SELECT t.Z_PK FROM ZTOY t LEFT JOIN ZANIMAL a ON a.Z_PK = t.ZOWNER WHERE t.\(column) IS NOT a.Z_ENT")
        }
        #expect(try wrong().isEmpty)
        let stored = try stored(store, "Toy", 1...count)
        for toy in stored { try store.set(toy, "owner", .object(store.id("Animal", 1 + toy.key % 3))) }
        try store.save(store.changes(updating: stored))
        #expect(try wrong().isEmpty)
        #expect(try store.run("SELECT count(*) FROM ZTOY WHERE ZOWNER IS NOT NULL") == [["\(count)"]])
    }

    @Test("rows of a batch that others edited have their replaced files removed, and no others")
    func filesOfEditedRows() throws {
        let store = try TestStore()
        func film(_ byte: Int64) -> Value {
            .data(Data(repeating: UInt8(byte), count: ExternalValue.threshold + 1))
        }
        try store.insert((1...count).map { try store.row("Clerk", Int64($0)) })
        let first = try stored(store, "Clerk", 1...count)
        for row in first { try store.set(row, "film", film(1)) }
        try store.save(store.changes(updating: first))
        try store.edit("UPDATE ZPERSON SET ZAGE = 3 WHERE Z_PK IN (2, 30)")
        for (name, value) in [("film", film(2)), ("age", Value.integer(9))] {
            let rows = try stored(store, "Clerk", 1...count)
            for row in rows { try store.set(row, name, value) }
            try store.save(store.changes(updating: rows))
            #expect(try store.snapshot().check { Issue.record("\($0)") }.rows == UInt64(count))
            try store.edit("UPDATE ZPERSON SET ZAGE = 4 WHERE Z_PK IN (3, 31)")
        }
        let files = FileManager.default.enumerator(atPath: store.folder.path)?.allObjects as? [String] ?? []
        #expect(files.filter { $0.contains("_EXTERNAL_DATA/") }.count == count)
        #expect(try stored(store, "Clerk", 1...1)[0].view.value(for: PropertyKey("age")) == .integer(9))
    }

    @Test("what others edited is repaired in place: nothing that is right is written twice")
    func repairsInPlace() throws {
        let store = try TestStore()
        try store.insert(tags(store, 1...count, "a"))
        let last = RowWriter.batchSize * 5
        try store.edit("UPDATE ZTAG SET ZLABEL = 'edited' WHERE Z_PK > \(last - 8) AND Z_PK <= \(last)")
        let rows = try stored(store, "Tag", 1...count)
        for row in rows { try store.set(row, "label", .string("b\(row.key)")) }
        // Four batches, the fifth with a look at its eight rows, their versions and repairs, three rows alone, and what is
        // beside the rows. Starting again would take more statements than there are rows.
        #expect(try steps(store) { try store.save(store.changes(updating: rows)) } <= 4 + 25 + 3 + 6)
        #expect(try labels(store) == (1...count).map { "b\($0)" })
    }
}
