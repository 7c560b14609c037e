import Foundation
import PolystoreModel
import PolystoreRandom
import PolystoreStorage
import Testing

@testable import PolystoreMemory
@testable import PolystoreRecordLayer

@Suite("Records of large saves, written beside everything else")
struct WritingApartConcurrencyTests {
    /// So many rows that the records are written by another thread.
    private static let many: Int64 = 4_200

    /// What a row is to have.
    private struct Contents: Equatable {
        var age: Int64
        var photo: Int
        var version: UInt32 = 1
    }

    private func rows(_ contents: [Int64: Contents], _ staff: StaffFixture) throws -> [StoreChanges.Row] {
        let layout = try #require(staff.store.layouts.layout(for: staff.worker))
        let builder = RowBatchBuilder(layouts: staff.store.layouts, expectedBytes: RowBatchBuilder.batchSize)
        for (key, wanted) in contents.sorted(by: { $0.key < $1.key }) {
            let row = MutableRow.make(layout, key: key)
            try row.set(.integer(wanted.age), at: layout.index(of: PropertyKey("age")))
            try row.set(.string("worker \(key)"), at: layout.index(of: PropertyKey("name")))
            if wanted.photo > 0 {
                try row.set(
                    .data(Data(repeating: 7, count: wanted.photo)), at: layout.index(of: PropertyKey("photo")))
            }
            builder.append(packing: row, version: wanted.version)
        }
        return builder.takeChanges()
    }

    private func marks(_ contents: [Int64: Contents], _ staff: StaffFixture) -> [StoreChanges.Mark] {
        contents.sorted { $0.key < $1.key }.map {
            .init(entity: staff.worker, key: $0.key, expectedVersion: $0.value.version)
        }
    }

    /// What a store has, data that lies outside of rows among it.
    private func contents(_ staff: StaffFixture) throws -> [Int64: Contents] {
        let snapshot = try staff.store.snapshot()
        var batches: [RowBatch] = []
        try snapshot.rows(staff.store.plan(StoreQuery(entities: [staff.worker]))) { batch in
            batches.append(batch)
            return true
        }
        var result: [Int64: Contents] = [:]
        for row in batches.joined() {
            guard case .integer(let age) = row.value(for: PropertyKey("age")) else { continue }
            result[row.key] = Contents(age: age, photo: try photo(of: row, in: snapshot), version: row.version)
        }
        return result
    }

    private func photo(of row: RowView, in snapshot: any StoreSnapshot) throws -> Int {
        let photo = PropertyKey("photo")
        guard let slot = row.slot(of: photo)?.pointee, !row.isMissing(slot) else { return 0 }
        if row.deferredData(slot) == nil { return row.variable(slot).count }
        let data = try snapshot.deferredData(
            row.layout.root, key: row.key, version: row.version, property: photo)
        return try #require(data).count
    }

    /// Most rows have no data, some have few, and of some they are so large that they lie elsewhere.
    private static func photo(_ source: inout RandomSource) -> Int {
        source.chance(40) ? 5_000 : source.chance(4) ? 60 : 0
    }

    @Test("they leave what the same changes leave in small saves")
    func equal() throws {
        var source = RandomSource()
        let (large, small) = (try StaffFixture(), try StaffFixture())
        var model: [Int64: Contents] = [:]
        for round in 1...Int64(4) {
            func some(_ part: Int) -> [Int64: Contents] {
                model.filter { _ in part == 1 || !source.chance(part) }
            }
            let deleted = round == 4 ? some(8) : some(1).filter { _ in source.chance(9) }
            var updated = some(4).filter { deleted[$0.key] == nil }
            for (key, old) in updated {
                updated[key] = Contents(age: round, photo: Self.photo(&source), version: old.version + 1)
            }
            var inserted: [Int64: Contents] = [:]
            for _ in 0..<(round == 4 ? 20 : Self.many) {
                let key = Int64(source.below(30_000))
                if model[key] == nil { inserted[key] = Contents(age: -round, photo: Self.photo(&source)) }
            }
            var changes = StoreChanges()
            (changes.inserts, changes.updates) = (try rows(inserted, large), try rows(updated, large))
            changes.deletes = marks(deleted, large)
            try large.save(changes)
            for (key, mark) in zip(deleted.keys.sorted(), marks(deleted, small)) {
                var one = StoreChanges()
                one.deletes = [mark]
                try small.save(one)
                model[key] = nil
            }
            for part in [updated, inserted] {
                for (key, contents) in part {
                    var one = StoreChanges()
                    let row = try rows([key: contents], small)
                    if contents.version > 1 { one.updates = row } else { one.inserts = row }
                    try small.save(one)
                    model[key] = contents
                }
            }
            #expect(try contents(large) == model)
            #expect(try contents(small) == model)
            try large.expectSound()
        }
        try small.expectSound()
    }

    @Test("everything that stands in the way of one is told as small saves tell it, and nothing is written")
    func refused() throws {
        let staff = try StaffFixture()
        let old = Dictionary(uniqueKeysWithValues: (1...Self.many).map { ($0, Contents(age: 1, photo: 0)) })
        var changes = StoreChanges()
        changes.inserts = try rows(old, staff)
        try staff.save(changes)
        // The same conflicts among the changes of some rows: of so many that the save is a large one, or of few.
        func refused(_ rest: ClosedRange<Int64>) throws -> StoreConflicts {
            var changes = StoreChanges()
            changes.deletes = marks(old.filter { $0.key <= 10 }, staff)
            changes.deletes[7] = .init(entity: staff.worker, key: 8, expectedVersion: 5)
            changes.deletes.append(.init(entity: staff.worker, key: 90_000, expectedVersion: 1))
            var updates = old.filter { rest.contains($0.key) && $0.key / 2 != 75 }.mapValues { _ in
                Contents(age: 2, photo: 0, version: 2)
            }
            updates[200]?.version = 4
            updates[90_001] = Contents(age: 2, photo: 0, version: 2)
            changes.updates = try rows(updates, staff)
            var inserts: [Int64: Contents] = [50_000: Contents(age: 3, photo: 0)]
            (inserts[150], inserts[151]) = (Contents(age: 3, photo: 0), Contents(age: 3, photo: 5_000))
            changes.inserts = try rows(inserts, staff)
            // Names that other rows have: one that stays as it is, one whose change is refused, one that is not new.
            for (key, taken) in [(60_000, 13), (60_001, 200), (60_002, 150)] as [(Int64, Int64)] {
                changes.inserts.append(
                    try staff.row(staff.worker, key, ["name": .string("worker \(taken)"), "age": .integer(1)]))
            }
            return try conflicts { try staff.save(changes) }
        }
        let large = try refused(11...Self.many)
        let small = try refused(190...210)
        #expect(large == small)
        #expect(large.versions.map(\.object.key) == [8, 90_000, 200, 90_001, 150, 151])
        #expect(large.versions.first { $0.object.key == 200 }.map { [$0.expected, $0.found] } == [3, 1])
        #expect(Set(large.uniqueness.map(\.object.key)).isSuperset(of: [60_000, 60_001, 60_002]))
        #expect(try contents(staff) == old)
        try staff.expectSound()
    }

    @Test("saves that share a transaction see each other's rows, and one that fails leaves those before it")
    func shared() throws {
        let staff = try StaffFixture()
        let first = Dictionary(uniqueKeysWithValues: (1...Self.many).map { ($0, Contents(age: 1, photo: 0)) })
        let second = first.mapValues { _ in Contents(age: 2, photo: 0, version: 2) }
        let before = try staff.store.snapshot()
        try staff.store.begin(.full)
        var changes = StoreChanges()
        changes.inserts = try rows(first, staff)
        try staff.store.apply(changes)
        changes = StoreChanges()
        changes.updates = try rows(second, staff)
        try staff.store.apply(changes)
        // The versions are not these any more.
        #expect(try conflicts { try staff.store.apply(changes) }.versions.count == Int(Self.many))
        try staff.store.prepare()
        _ = try staff.store.commit()
        #expect(try contents(staff) == second)
        #expect(try staff.keys(StoreQuery(entities: [staff.worker]), in: before).isEmpty)
        try staff.expectSound()
    }

    @Test("a row of another store is refused, and what was written beside it is undone")
    func foreign() throws {
        let (staff, other) = (try StaffFixture(), try StaffFixture())
        let contents = Dictionary(uniqueKeysWithValues: (1...Self.many).map { ($0, Contents(age: 1, photo: 0)) })
        var changes = StoreChanges()
        changes.inserts = try rows(contents, staff)
        changes.inserts += try rows([50_000: Contents(age: 1, photo: 0)], other)
        let error = #expect(throws: StoreError.self) { try staff.save(changes) }
        #expect(error?.code == .unsupported)
        #expect(try self.contents(staff).isEmpty)
        try staff.expectSound()
    }
}
