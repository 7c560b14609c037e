import Foundation
import PolystoreRecordLayer
import PolystoreStorage
import Testing

@testable import PolystoreMemory

@Suite("A record store in memory")
struct RecordStoreTests {
    let staff: StaffFixture

    init() throws { staff = try StaffFixture() }

    @Test("a saved row is read back as it was, older snapshots do not see it")
    func roundTrip() throws {
        let before = try staff.store.snapshot()
        let number = try staff.insert(
            staff.row(staff.worker, 1, ["name": .string("Ada"), "age": .integer(36), "badge": .string("x")]))
        #expect(number == 1)
        #expect(try staff.store.newestCommit() == 1)
        #expect(try staff.store.snapshot().commit == 1)
        #expect(try staff.rowValues(staff.worker, 1, "name") == .string("Ada"))
        #expect(try staff.rowValues(staff.worker, 1, "age") == .integer(36))
        #expect(try staff.rowValues(staff.worker, 1, "score") == .missing)
        #expect(before.commit == 0)
        #expect(try staff.keys(StoreQuery(entities: [staff.worker]), in: before).isEmpty)
        try staff.expectSound()
    }

    @Test("a stale update, a second insert and a vanished row are conflicts that name the versions")
    func versions() throws {
        try staff.insert(staff.row(staff.worker, 1, ["age": .integer(1)]))
        var changes = StoreChanges()
        changes.updates = [
            try staff.row(staff.worker, 1, version: 4, ["age": .integer(2)]),
            try staff.row(staff.worker, 9, version: 1, ["age": .integer(2)]),
        ]
        changes.inserts = [try staff.row(staff.worker, 1, [:])]
        changes.locks = [.init(entity: staff.worker, key: 1, expectedVersion: 3)]
        let found = try conflicts { try staff.save(changes) }
        #expect(found.versions.map(\.expected) == [3, 4, 1, 0])
        #expect(found.versions.map(\.found) == [1, 1, 0, 1])
        #expect(try staff.rowValues(staff.worker, 1, "age") == .integer(1))
    }

    @Test("values of a constraint are unique among the entity's descendants, missing ones are not compared")
    func uniqueness() throws {
        try staff.insert(
            staff.row(staff.worker, 1, ["name": .string("Ada")]), staff.row(staff.manager, 2, [:]),
            staff.row(staff.worker, 3, [:]))
        let found = try conflicts {
            try staff.insert(staff.row(staff.manager, 4, ["name": .string("Ada")]))
        }
        #expect(found.uniqueness.map(\.object.key) == [4])
        #expect(found.uniqueness.map(\.other.key) == [1])
        #expect(found.uniqueness.first?.constraint.text == "Person(name)")
        let both = try conflicts {
            try staff.insert(
                staff.row(staff.manager, 5, ["name": .string("Bob")]),
                staff.row(staff.worker, 6, ["name": .string("Bob")]))
        }
        #expect(both.uniqueness.count == 1)
        try staff.expectSound()
    }

    @Test("two objects may swap unique values in one save, and one may take what another gives up")
    func swapping() throws {
        try staff.insert(
            staff.row(staff.worker, 1, ["name": .string("a")]), staff.row(staff.worker, 2, ["name": .string("b")]),
            staff.row(staff.worker, 3, ["name": .string("c")]))
        var changes = StoreChanges()
        changes.updates = [
            try staff.row(staff.worker, 1, version: 1, ["name": .string("b")]),
            try staff.row(staff.worker, 2, version: 1, ["name": .string("a")]),
        ]
        changes.deletes = [.init(entity: staff.worker, key: 3, expectedVersion: 1)]
        changes.inserts = [try staff.row(staff.manager, 4, ["name": .string("c")])]
        try staff.save(changes)
        #expect(try staff.rowValues(staff.worker, 1, "name") == .string("b"))
        #expect(try staff.keys(StoreQuery(entities: [staff.manager, staff.worker])) == [1, 2, 4])
        try staff.expectSound()
    }

    @Test("unique texts that differ behind the cut of an entry do not clash, equal ones do")
    func longUniqueValues() throws {
        let long = String(repeating: "x", count: 900)
        try staff.insert(staff.row(staff.worker, 1, ["name": .string(long + "1")]))
        try staff.insert(staff.row(staff.worker, 2, ["name": .string(long + "2")]))
        let found = try conflicts { try staff.insert(staff.row(staff.worker, 3, ["name": .string(long + "1")])) }
        #expect(found.uniqueness.map(\.other.key) == [1])
        try staff.expectSound()
    }

    @Test("a failed save leaves the other saves of its transaction alone")
    func groupCommit() throws {
        var first = StoreChanges()
        first.inserts = [try staff.row(staff.worker, 1, ["name": .string("a")])]
        first.metadata = ["note": "kept"]
        var second = StoreChanges()
        second.inserts = [
            try staff.row(staff.worker, 2, ["age": .integer(5)]),
            try staff.row(staff.worker, 3, ["name": .string("a")]),
        ]
        second.metadata = ["note": "lost"]
        try staff.store.begin(.full)
        try staff.store.apply(first)
        #expect(throws: StoreError.self) { try staff.store.apply(second) }
        var third = StoreChanges()
        third.inserts = [try staff.row(staff.worker, 4, ["name": .string("b")])]
        try staff.store.apply(third)
        try staff.store.prepare()
        _ = try staff.store.commit()
        #expect(try staff.keys(StoreQuery(entities: [staff.worker])) == [1, 4])
        #expect(try staff.store.metadata.user == ["note": "kept"])
        try staff.expectSound()
    }

    @Test("keys are given once, a saved key moves the mark, the unused end can be given back")
    func keys() throws {
        let root = staff.person.rootNumber
        #expect(try staff.store.reserveKeys(root, count: 10) == 1..<11)
        #expect(try staff.store.reserveKeys(root, count: 10) == 11..<21)
        try staff.store.releaseKeys(root, from: 15)
        #expect(try staff.store.reserveKeys(root, count: 1) == 15..<16)
        try staff.insert(staff.row(staff.worker, 100, [:]))
        #expect(try staff.store.reserveKeys(root, count: 1) == 101..<102)
        #expect(try staff.store.newestCommit() == 1)
    }

    @Test("a save of reserved keys does not ask what is reserved, and one of others, or of keys given back, does")
    func reservedKeys() throws {
        let engine = CountingEngine()
        let staff = try StaffFixture { try RecordStore(engine, $0) }
        let root = staff.person.rootNumber
        func lookUps(_ key: Int64) throws -> Int {
            let before = engine.operations.lookUps
            try staff.insert(staff.row(staff.worker, key, [:]))
            return engine.operations.lookUps - before
        }
        #expect(try staff.store.reserveKeys(root, count: 10) == 1..<11)
        // One look-up is for a row of the same key.
        #expect(try lookUps(3) == 1)
        #expect(try lookUps(10) == 1)
        #expect(try lookUps(11) > 1)
        #expect(try staff.store.reserveKeys(root, count: 10) == 12..<22)
        try staff.store.releaseKeys(root, from: 14)
        #expect(try lookUps(16) > 1)
        #expect(try staff.store.reserveKeys(root, count: 1) == 17..<18)
        #expect(try lookUps(13) == 1)
    }

    @Test("large data stays out of the row and is read by key and version")
    func largeData() throws {
        let photo = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0) })
        let key = PropertyKey("photo")
        try staff.insert(staff.row(staff.worker, 1, ["photo": .data(photo)]))
        let snapshot = try staff.store.snapshot()
        try snapshot.rows(staff.person.rootNumber, keys: [1]) { batch in
            for row in batch {
                let index = row.layout.index(of: key)
                #expect(row.deferredData(row.layout.slots[index])?.length == 10_000)
                #expect(row.length < 1000)
            }
            return true
        }
        let root = staff.person.rootNumber
        #expect(try snapshot.deferredData(root, key: 1, version: 1, property: key) == photo)
        #expect(try snapshot.deferredData(root, key: 1, version: 2, property: key) == nil)
        var changes = StoreChanges()
        changes.updates = [try staff.row(staff.worker, 1, version: 1, ["photo": .data(Data([1, 2]))])]
        try staff.save(changes)
        #expect(try staff.store.snapshot().deferredData(root, key: 1, version: 2, property: key) == Data([1, 2]))
        #expect(try snapshot.deferredData(root, key: 1, version: 1, property: key) == photo)
        try staff.expectSound()
    }

    @Test("objects are found through references and pairs, in both directions")
    func relationships() throws {
        let employer = try #require(staff.person.relationship(named: "employer"))
        let join = try #require(staff.person.relationship(named: "tags")?.join)
        let acme = staff.id(staff.company, 1)
        try staff.insert(
            staff.row(staff.company, 1, ["title": .string("Acme")]), staff.row(staff.company, 2, [:]),
            staff.row(staff.worker, 1, ["employer": .object(acme), "employer#order": .integer(10)]),
            staff.row(staff.manager, 2, ["employer": .object(acme), "employer#order": .integer(5)]),
            staff.row(staff.manager, 3, ["employer": .object(staff.id(staff.company, 2))]))
        var found: [Int64] = []
        try staff.store.snapshot().rows(referencing: [acme], through: employer) { batch in
            found += batch.map(\.key)
            return true
        }
        #expect(found == [1, 2])
        var changes = StoreChanges()
        let (source, target) =
            join.forward.entity === staff.company
            ? (acme, staff.id(staff.worker, 1)) : (staff.id(staff.worker, 1), acme)
        changes.links = [LinkChange(join: join, source: source, target: target, kind: .put, targetOrder: 7)]
        try staff.save(changes)
        let snapshot = try staff.store.snapshot()
        let link = JoinLink(source: source, target: target, targetOrder: 7, sourceOrder: 0)
        #expect(try snapshot.links(join, from: [source], forward: true) == [link])
        #expect(try snapshot.links(join, from: [target], forward: false) == [link])
        try staff.expectSound()
        changes.links = [LinkChange(join: join, source: source, target: target, kind: .remove)]
        try staff.save(changes)
        #expect(try staff.store.snapshot().links(join, from: [source], forward: true).isEmpty)
    }

    @Test("check tells of a reference to a row that is not there, and of references that lead out")
    func check() throws {
        try staff.insert(staff.row(staff.worker, 1, ["employer": .object(staff.id(staff.company, 77))]))
        var findings: [StoreCheck.Finding] = []
        let summary = try staff.store.snapshot().check { findings.append($0) }
        #expect(findings.map(\.kind) == [.danglingReference])
        #expect(findings.first?.details[.property] == "employer")
        #expect(summary.rowsByEntity == ["Worker": 1])
    }

    @Test("a closed store refuses, a snapshot that is held reads on")
    func closing() throws {
        try staff.insert(staff.row(staff.worker, 1, [:]))
        let snapshot = try staff.store.snapshot()
        try staff.store.close()
        let error = #expect(throws: StoreError.self) { try staff.store.snapshot() }
        #expect(error?.code == .closed)
        #expect(try staff.keys(StoreQuery(entities: [staff.worker]), in: snapshot) == [1])
    }
}
