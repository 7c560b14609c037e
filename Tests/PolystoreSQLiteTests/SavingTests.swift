import Foundation
import PolystoreModel
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Saving to SQLite")
struct SavingTests {
    /// A value of every kind.
    static let values: [String: Value] = [
        "name": .string("Ada Löve\u{0}lace"), "age": .integer(36), "height": .integer(-170), "steps": .integer(.max),
        "salary": .decimal(Decimal(string: "123456789012345678901234.567") ?? 0), "score": .double(0.1),
        "ratio": .double(0.5), "isActive": .boolean(true), "born": .date(Date(timeIntervalSinceReferenceDate: 86400)),
        "photo": .data(Data([1, 2, 3])), "film": .data(Data([9])), "mark": .uuid(UUID()),
        "page": .uri(URL(filePath: "/tmp/x")), "style": .data(Data("{}".utf8)),
    ]

    @Test("a row with a value of every kind comes back as it was saved")
    func roundTrip() throws {
        let store = try TestStore()
        let company = try store.row("Company", 1, ["name": .string("Acme")])
        let person = try store.row("Person", 1, Self.values)
        try store.set(person, "employer", .object(store.id("Company", 1)))
        try store.set(person, "employer#order", .integer(1024))
        try store.insert([company, person])
        for _ in 0..<2 {
            let found = try #require(try store.fetch("Person", 1))
            for slot in found.layout.slots { #expect(found.view.value(slot) == person.view.value(slot), "\(slot.key)") }
            #expect(found.version == 1)
            try store.reopen()
        }
        #expect(try store.fetch("Person", 2) == nil)
    }

    @Test("an update writes the changed slots and raises the version")
    func update() throws {
        let store = try TestStore()
        try store.insert([try store.row("Person", 1, Self.values)])
        let person = try #require(try store.fetch("Person", 1))
        try store.set(person, "age", .integer(37))
        try store.set(person, "salary", .missing)
        try store.save(store.changes(updating: [person]))
        let found = try #require(try store.fetch("Person", 1))
        #expect(found.version == 2)
        #expect(found.view.value(for: PropertyKey("age")) == .integer(37))
        #expect(found.view.value(for: PropertyKey("salary")) == .missing)
        #expect(found.view.value(for: PropertyKey("name")) == Self.values["name"])
    }

    @Test("stale updates, stale deletes, stale locks and doubled inserts are all conflicts of one error")
    func conflicts() throws {
        let store = try TestStore()
        let rows = try (1...4).map { try store.row("Tag", Int64($0), ["label": .string("t\($0)")]) }
        try store.insert(rows)
        let stale = try (1...3).map { try #require(try store.fetch("Tag", Int64($0))) }
        let fresh = try (1...3).map { try #require(try store.fetch("Tag", Int64($0))) }
        for row in fresh { try store.set(row, "label", .string("x")) }
        try store.save(store.changes(updating: fresh))
        try store.set(stale[0], "label", .string("y"))
        var changes = try store.changes(
            inserting: [store.row("Tag", 4)], updating: [stale[0]], deleting: [stale[1]])
        changes.locks = [.init(entity: try store.entity("Tag"), key: 3, expectedVersion: 1)]
        changes.deletes.append(.init(entity: try store.entity("Tag"), key: 99, expectedVersion: 1))
        let error = try #require(throws: StoreError.self) { try store.save(changes) }
        #expect(error.code == .conflict)
        let found = Set(error.conflicts?.versions ?? [])
        #expect(
            found == [
                .init(object: try store.id("Tag", 1), expected: 1, found: 2),
                .init(object: try store.id("Tag", 2), expected: 1, found: 2),
                .init(object: try store.id("Tag", 3), expected: 1, found: 2),
                .init(object: try store.id("Tag", 4), expected: 0, found: 1),
                .init(object: try store.id("Tag", 99), expected: 1, found: 0),
            ])
        #expect(try store.fetch("Tag", 2) != nil)
    }

    @Test("a save that fails leaves the others of its transaction as they were")
    func savepoint() throws {
        let store = try TestStore()
        try store.store.begin(.full)
        try store.store.apply(store.changes(inserting: [store.row("Tag", 1)]))
        let doubled = try store.changes(inserting: [store.row("Tag", 2), store.row("Tag", 1)])
        #expect(throws: StoreError.self) { try store.store.apply(doubled) }
        try store.store.apply(store.changes(inserting: [store.row("Tag", 3)]))
        try store.store.prepare()
        #expect(try store.store.commit() == 1)
        #expect(try store.keys(store.query("Tag")).sorted() == [1, 3])
    }

    @Test("unique values may trade places in one save, and may not be doubled")
    func uniqueness() throws {
        let store = try TestStore()
        try store.insert([
            store.row("Company", 1, ["name": .string("a")]), store.row("Company", 2, ["name": .string("b")]),
            store.row("Company", 3), store.row("Company", 4),
        ])
        let first = try #require(try store.fetch("Company", 1))
        let second = try #require(try store.fetch("Company", 2))
        try store.set(first, "name", .string("b"))
        try store.set(second, "name", .string("a"))
        try store.save(store.changes(updating: [first, second]))
        let third = try #require(try store.fetch("Company", 3))
        try store.set(third, "name", .string("a"))
        let fifth = try store.row("Company", 5, ["name": .string("b")])
        let error = try #require(throws: StoreError.self) {
            try store.save(store.changes(inserting: [fifth], updating: [third]))
        }
        let constraint = try #require(try store.entity("Company").uniquenessConstraints.first)
        #expect(
            Set(error.conflicts?.uniqueness ?? []) == [
                .init(constraint: constraint, object: try store.id("Company", 3), other: try store.id("Company", 2)),
                .init(constraint: constraint, object: try store.id("Company", 5), other: try store.id("Company", 1)),
            ])
    }

    @Test("a snapshot keeps its commit while others are made")
    func snapshots() throws {
        let store = try TestStore()
        try store.insert([store.row("Tag", 1, ["label": .string("old")])])
        let before = try store.snapshot()
        let tag = try #require(try store.fetch("Tag", 1))
        try store.set(tag, "label", .string("new"))
        try store.save(store.changes(inserting: [store.row("Tag", 2)], updating: [tag]))
        #expect(before.commit == 1)
        var labels: [Value] = []
        try before.rows(store.entity("Tag").rootNumber, keys: [1, 2]) { batch in
            labels += batch.map { $0.value(for: PropertyKey("label")) }
            return true
        }
        #expect(labels == [.string("old")])
        #expect(try store.snapshot().commit == 2)
        #expect(try store.store.newestCommit() == 2)
    }

    @Test("keys are reserved for ever, and the unused end can be given back")
    func keys() throws {
        let store = try TestStore()
        let root = try store.entity("Manager").rootNumber
        #expect(try store.store.reserveKeys(root, count: 10) == 1..<11)
        try store.reopen()
        #expect(try store.store.reserveKeys(root, count: 5) == 11..<16)
        try store.store.releaseKeys(root, from: 13)
        #expect(try store.store.reserveKeys(root, count: 1) == 13..<14)
        try store.edit("INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT) VALUES (500, 4, 1)")
        try store.reopen()
        #expect(try store.store.reserveKeys(root, count: 1) == 501..<502)
    }

    @Test("metadata of programs is kept in the property list, with entries that others put there")
    func userMetadata() throws {
        let store = try TestStore()
        var changes = StoreChanges()
        changes.metadata = ["author": "Ada", "gone": "x"]
        try store.save(changes)
        changes.metadata = ["gone": nil]
        try store.save(changes)
        try store.reopen()
        #expect(try store.store.metadata.user == ["author": "Ada"])
        #expect(try store.store.metadata.watermark == 2)
    }

    @Test("related rows are found through the reference, pairs from both sides with their orders")
    func related() throws {
        let store = try TestStore()
        try store.insert([
            store.row("Company", 1), store.row("Company", 2), store.row("Tag", 1), store.row("Tag", 2),
            store.row("Person", 1, ["employer": .object(store.id("Company", 1))]),
            store.row("Manager", 2, ["employer": .object(store.id("Company", 1))]), store.row("Clerk", 3),
        ])
        let employer = try #require(try store.entity("Person").relationship(named: "employer"))
        var found: [Int64] = []
        try store.snapshot().rows(
            referencing: [store.id("Company", 1), store.id("Company", 2)], through: employer
        ) { batch in
            found += batch.map(\.key)
            return true
        }
        #expect(found.sorted() == [1, 2])

        let tags = try #require(try store.entity("Person").relationship(named: "tags"))
        let join = try #require(tags.join)
        var changes = StoreChanges()
        let (person, first, second) = (try store.id("Person", 1), try store.id("Tag", 1), try store.id("Tag", 2))
        changes.links = [
            .init(join: join, source: person, target: first, kind: .put, targetOrder: 2048),
            .init(join: join, source: person, target: second, kind: .put, targetOrder: 1024),
        ]
        try store.save(changes)
        changes.links = [.init(join: join, source: person, target: first, kind: .put, targetOrder: 512)]
        try store.save(changes)
        let links = try store.snapshot().links(join, from: [person], forward: true)
        #expect(
            Set(links) == [
                .init(source: person, target: first, targetOrder: 512, sourceOrder: 0),
                .init(source: person, target: second, targetOrder: 1024, sourceOrder: 0),
            ])
        #expect(try store.snapshot().links(join, from: [second], forward: false).map(\.source) == [person])
        changes.links = [.init(join: join, source: person, target: first, kind: .remove)]
        try store.save(changes)
        #expect(try store.snapshot().links(join, from: [person], forward: true).map(\.target) == [second])
    }
}
