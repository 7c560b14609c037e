import Foundation
import PolystoreModel
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Rows that others wrote, and damage")
struct OutsideEditTests {
    private func findings(_ store: TestStore) throws -> [StoreCheck.Finding.Kind] {
        var kinds: [StoreCheck.Finding.Kind] = []
        _ = try store.snapshot().check { kinds.append($0.kind) }
        return kinds
    }

    @Test("an edit by another program breaks the seal, raises the version, and is resealed by the next save")
    func editAndReseal() throws {
        let store = try TestStore()
        try store.insert([store.row("Person", 1, SavingTests.values)])
        let stale = try #require(try store.fetch("Person", 1))
        try store.edit("UPDATE ZPERSON SET ZNAME = 'Grace', ZSALARY = 0.1 WHERE Z_PK = 1")
        #expect(try store.run("SELECT Z_OPT, ZX_SEAL, ZX_SALARY FROM ZPERSON") == [["2", "NULL", "NULL"]])
        #expect(try findings(store) == [.editedOutside])
        let row = try #require(try store.fetch("Person", 1))
        #expect(row.view.value(for: PropertyKey("name")) == .string("Grace"))
        #expect(row.view.value(for: PropertyKey("salary")) == .decimal(Decimal(string: "0.1") ?? 0))
        #expect(row.view.value(for: PropertyKey("film")) == SavingTests.values["film"])
        try store.set(stale, "age", .integer(1))
        #expect(throws: StoreError.self) { try store.save(store.changes(updating: [stale])) }
        try store.set(row, "age", .integer(1))
        try store.save(store.changes(updating: [row]))
        #expect(try findings(store).isEmpty)
        let sealed = try #require(try store.fetch("Person", 1))
        #expect(sealed.version == 3)
        #expect(sealed.view.value(for: PropertyKey("salary")) == .decimal(Decimal(string: "0.1") ?? 0))
        #expect(sealed.view.value(for: PropertyKey("age")) == .integer(1))
    }

    @Test("a second edit of a row without seal raises the version again, once")
    func secondEdit() throws {
        let store = try TestStore()
        try store.insert([store.row("Person", 1, SavingTests.values)])
        try store.edit("UPDATE ZPERSON SET ZAGE = 1")
        try store.edit("UPDATE ZPERSON SET ZAGE = 2")
        #expect(try store.run("SELECT Z_OPT, ZX_SEAL FROM ZPERSON") == [["3", "NULL"]])
        try store.edit("UPDATE ZPERSON SET ZSALARY = 7, Z_OPT = Z_OPT + 1")
        #expect(try store.run("SELECT Z_OPT, ZX_SALARY FROM ZPERSON") == [["4", "NULL"]])
    }

    @Test("a row that another program inserted is accepted, updated and deleted")
    func insertedOutside() throws {
        let store = try TestStore()
        let number = try #require(store.store.context.schema.numbers["Tag"])
        try store.edit("INSERT INTO ZTAG (Z_PK, Z_ENT, ZLABEL) VALUES (7, \(number), 'new'), (8, \(number), 'x')")
        #expect(try findings(store) == [.editedOutside, .editedOutside])
        let tag = try #require(try store.fetch("Tag", 7))
        let other = try #require(try store.fetch("Tag", 8))
        try store.set(tag, "label", .string("mine"))
        try store.save(store.changes(updating: [tag], deleting: [other]))
        #expect(try findings(store).isEmpty)
        #expect(try store.keys(store.query("Tag")) == [7])
    }

    @Test(
        "a value that does not fit its property is damage, not a substitute",
        arguments: [
            "ZAGE = 40000", "ZAGE = 'x'", "ZISACTIVE = 5", "ZMARK = x'00'", "ZNAME = x'41'",
            "ZNAME = CAST(x'ff' AS TEXT)",
            "ZBORN = 'yesterday'", "Z_ENT = 999",
        ])
    func unfitting(assignment: String) throws {
        let store = try TestStore()
        try store.insert([store.row("Person", 1, SavingTests.values)])
        try store.edit("UPDATE ZPERSON SET \(assignment)")
        let error = try #require(throws: StoreError.self) { try store.fetch("Person", 1) }
        #expect(error.code == .damaged)
        #expect(error.details[.object] == "p1")
        #expect(try findings(store) == [.damage])
    }

    @Test(
        "a sealed row whose bytes differ is damaged and names entity and object",
        arguments: [
            "ZNAME = 'Bda'", "ZAGE = 37", "ZX_SALARY = x'8000'", "Z_OPT = 9", "ZX_SEAL = ZX_SEAL + 1", "ZSCORE = 0.2",
            "ZX_SEAL = 99 << 32", "ZBOSS = 1", "Z_ENT = Z_ENT + 1",
        ])
    func wrongSeal(assignment: String) throws {
        let store = try TestStore()
        try store.insert([store.row("Person", 1, SavingTests.values), store.row("Person", 2)])
        let connection = try #require(store.store.writer)
        try connection.run("UPDATE ZPERSON SET \(assignment) WHERE Z_PK = 1")
        let error = try #require(throws: StoreError.self) { try store.fetch("Person", 1) }
        #expect(error.code == .damaged)
        #expect(error.details[.entity] == "Person")
        #expect(error.details[.object] == "p1")
        #expect(try store.fetch("Person", 2) != nil)
        #expect(try findings(store).contains(.damage))
    }

    @Test("long data stays out of the row, and is verified when it is read")
    func deferredData() throws {
        let store = try TestStore()
        let long = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0) })
        try store.insert([store.row("Person", 1, ["photo": .data(long), "name": .string("a")])])
        let row = try #require(try store.fetch("Person", 1))
        let slot = row.layout.slots[row.layout.index(of: PropertyKey("photo"))]
        #expect(row.view.deferredData(slot)?.length == 10_000)
        let root = try store.entity("Person").rootNumber
        func read(_ version: UInt32) throws -> Data? {
            try store.snapshot().deferredData(root, key: 1, version: version, property: PropertyKey("photo"))
        }
        #expect(try read(1) == long)
        #expect(try read(2) == nil)
        try store.set(row, "name", .string("b"))
        try store.save(store.changes(updating: [row]))
        #expect(try read(2) == long)
        let connection = try #require(store.store.writer)
        try connection.run("UPDATE ZPERSON SET ZPHOTO = zeroblob(10000)")
        #expect(try #require(throws: StoreError.self) { try read(2) }.code == .damaged)
        #expect(try findings(store) == [.damage])
    }
}
