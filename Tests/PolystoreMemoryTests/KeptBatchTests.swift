import Foundation
import PolystoreModel
import PolystoreRandom
import PolystoreStorage
import Testing

@testable import PolystoreMemory
@testable import PolystoreRecordLayer

@Suite("Batches of large saves in a memory store")
struct KeptBatchTests {
    let engine = MemoryEngine()
    let staff: StaffFixture

    init() throws {
        let engine = engine
        staff = try StaffFixture { try RecordStore(engine, $0) }
    }

    /// Rows in batches as large as a save packs them; the age says which rows they are.
    private func rows(
        _ keys: some Sequence<Int64>, age: Int64 = 0, version: (Int64) -> UInt32 = { _ in 0 },
        photo: (Int64) -> Int = { _ in 0 }
    ) throws -> [StoreChanges.Row] {
        let layout = try #require(staff.store.layouts.layout(for: staff.worker))
        let builder = RowBatchBuilder(layouts: staff.store.layouts, expectedBytes: RowBatchBuilder.batchSize)
        for key in keys {
            let row = MutableRow.make(layout, key: key)
            try row.set(.integer(age), at: layout.index(of: PropertyKey("age")))
            try row.set(.string("badge of \(key)"), at: layout.index(of: PropertyKey("badge")))
            let photo = Data(repeating: 7, count: photo(key))
            if !photo.isEmpty { try row.set(.data(photo), at: layout.index(of: PropertyKey("photo"))) }
            builder.append(packing: row, version: version(key) + 1)
        }
        return builder.takeChanges()
    }

    private func insert(_ rows: [StoreChanges.Row]) throws {
        var changes = StoreChanges()
        changes.inserts = rows
        try staff.save(changes)
    }

    private func update(_ rows: [StoreChanges.Row]) throws {
        var changes = StoreChanges()
        changes.updates = rows
        try staff.save(changes)
    }

    private func delete(_ keys: some Sequence<Int64>, version: UInt32 = 1) throws {
        var changes = StoreChanges()
        changes.deletes = keys.map { .init(entity: staff.worker, key: $0, expectedVersion: version) }
        try staff.save(changes)
    }

    /// All rows as they are fetched, in the order of their keys.
    private func all(in snapshot: (any StoreSnapshot)? = nil) throws -> (batches: [RowBatch], ages: [Int64: Int64]) {
        var query = StoreQuery(entities: [staff.worker, staff.manager])
        query.isOrdered = true
        var (batches, ages, last) = ([RowBatch](), [Int64: Int64](), Int64.min)
        try (snapshot ?? staff.store.snapshot()).rows(staff.store.plan(query)) { batch in
            batches.append(batch)
            for row in batch {
                #expect(row.key > last)
                #expect(row.value(for: PropertyKey("badge")) == .string("badge of \(row.key)"))
                last = row.key
                if case .integer(let age) = row.value(for: PropertyKey("age")) { ages[row.key] = age }
            }
            return true
        }
        return (batches, ages)
    }

    private var keptCount: Int { engine.snapshot().tables.rows.count }

    private func batches(_ rows: [StoreChanges.Row]) -> Set<ObjectIdentifier> {
        Set(rows.map { ObjectIdentifier($0.batch) })
    }

    @Test("a fetch hands out the batches of a save as they are, and those of small saves are copied")
    func shared() throws {
        let rows = try rows(1...2_000)
        try insert(rows)
        let saved = batches(rows)
        try #require(saved.count > 4)
        // The last one is not filled.
        #expect(keptCount == saved.count - 1)
        let (fetched, ages) = try all()
        #expect(Set(fetched.map(ObjectIdentifier.init)).intersection(saved).count == saved.count - 1)
        #expect(ages.count == 2_000)
        try insert(self.rows(3_000...3_010))
        #expect(keptCount == saved.count - 1)
        #expect(try all().ages.count == 2_011)
        try staff.expectSound()
    }

    @Test("a batch of which one row was changed is copied where it is fetched, and the others are not")
    func changed() throws {
        let rows = try rows(1...2_000)
        try insert(rows)
        let kept = keptCount
        for key: Int64 in [1, 1_000] { try update(self.rows([key], age: 5) { _ in 1 }) }
        let (fetched, ages) = try all()
        #expect(Set(fetched.map(ObjectIdentifier.init)).intersection(batches(rows)).count == kept - 2)
        #expect(ages.count == 2_000)
        #expect(ages.filter { $0.value == 5 }.keys.sorted() == [1, 1_000])
    }

    @Test(
        "a batch that lost its last row, or gave its place to other rows, does not keep the next ones from being shared"
    )
    func ended() throws {
        let rows = try rows((1...2_000).map { $0 * 2 })
        try insert(rows)
        let (saved, kept) = (batches(rows), keptCount)
        let first = Int64(rows.count { $0.batch === rows[0].batch })
        try delete([first * 2])
        #expect(Set(try all().batches.map(ObjectIdentifier.init)).intersection(saved).count == kept - 1)
        // A row between two of the third batch.
        try insert(self.rows([first * 4 + 3]))
        #expect(Set(try all().batches.map(ObjectIdentifier.init)).intersection(saved).count == kept - 2)
        #expect(try all().ages.count == 2_000)
    }

    @Test("a batch goes when its last row has gone, but not before the last snapshot that shows it")
    func gone() throws {
        weak var batch: RowBatch?
        try {
            let rows = try rows(1...2_000)
            batch = rows.first?.batch
            try insert(rows)
        }()
        #expect(batch != nil)
        var before: (any StoreSnapshot)? = try staff.store.snapshot()
        try delete(1...2_000)
        #expect(keptCount == 0)
        #expect(batch != nil)
        #expect(try all(in: before).ages.count == 2_000)
        before = nil
        #expect(batch == nil)
        #expect(try all().ages.isEmpty)
        try staff.expectSound()
    }

    @Test("the few rows that are left of a batch do not keep it", arguments: [true, false])
    func sparse(_ replaces: Bool) throws {
        let rows = try rows(1...2_000)
        try insert(rows)
        let first = Int64(rows.count { $0.batch === rows[0].batch })
        let catalog = try #require(staff.store as? RecordStore<MemoryEngine>).catalog
        let root = try #require(catalog.number(of: staff.person.rootNumber))
        func batch(_ key: Int64) -> RowBatch? { RecordKey.with(root, key) { engine.snapshot().batch($0) } }
        let going = (1...first).filter { $0 % 8 != 0 }
        #expect(batch(8) === rows[0].batch)
        if replaces {
            try update(self.rows(going, age: 9) { _ in 1 })
        } else {
            try delete(going)
        }
        #expect((1...first).allSatisfy { batch($0) !== rows[0].batch })
        let ages = try all().ages
        #expect(ages.count == (replaces ? 2_000 : 2_000 - going.count))
        #expect(ages.filter { $0.value == 9 }.count == (replaces ? going.count : 0))
        try staff.expectSound()
    }

    @Test("a batch is not kept for the few rows whose data the store does not keep elsewhere")
    func large() throws {
        let rows = try rows(1...400, photo: { $0 % 6 == 0 ? 0 : 5_000 })
        try #require(batches(rows).count > 50)
        try insert(rows)
        #expect(keptCount == 0)
        #expect(try all().ages.count == 400)
        #expect(try staff.rowValues(staff.worker, 6, "photo") == .missing)
        try staff.expectSound()
    }

    @Test("a batch with new rows among changed ones is kept once")
    func mixed() throws {
        try insert(try rows((1...2_000).filter { $0 % 8 == 0 }))
        let rows = try rows(1...2_000, age: 1) { $0 % 8 == 0 ? 1 : 0 }
        var changes = StoreChanges()
        changes.updates = rows.filter { $0.expectedVersion == 1 }
        changes.inserts = rows.filter { $0.expectedVersion == 0 }
        try staff.save(changes)
        #expect(keptCount == batches(rows).count - 1)
        #expect(Set(try all().batches.map(ObjectIdentifier.init)).intersection(batches(rows)).count == keptCount)
        #expect(try all().ages.values.count { $0 == 1 } == 2_000)
        try staff.expectSound()
    }

    @Test("what is undone leaves batches as they were: a save in conflict, and a transaction that is rolled back")
    func undone() throws {
        try insert(try rows(1...2_000))
        let kept = keptCount
        var changes = StoreChanges()
        changes.updates = try rows(1...2_000, age: 3) { $0 == 1_999 ? 7 : 1 }
        #expect(try conflicts { try staff.save(changes) }.versions.count == 1)
        #expect(keptCount == kept)
        try staff.store.begin(.full)
        changes.updates = try rows(1...2_000, age: 4) { _ in 1 }
        try staff.store.apply(changes)
        staff.store.rollback()
        #expect(keptCount == kept)
        #expect(try all().ages.allSatisfy { $0.value == 0 })
        try delete(1...2_000)
        #expect(keptCount == 0)
    }

    @Test("random large and small saves leave what a dictionary says, also in older snapshots")
    func random() throws {
        var source = RandomSource()
        var (model, versions) = ([Int64: Int64](), [Int64: UInt32]())
        var seen: [(any StoreSnapshot, [Int64: Int64])] = []
        for round in 1...Int64(60) {
            var changes = StoreChanges()
            func some(_ most: Int) -> [Int64] {
                let keys = model.keys.sorted()
                let first = keys.isEmpty ? 0 : source.below(keys.count)
                let run = keys[first..<min(keys.count, first + source.below(most) + 1)]
                return source.chance(2) ? Array(run) : run.filter { _ in source.chance(3) }
            }
            let deleted = source.chance(2) ? some(source.chance(2) ? 900 : 8) : []
            changes.deletes = deleted.map { .init(entity: staff.worker, key: $0, expectedVersion: versions[$0] ?? 0) }
            let updated = some(source.chance(2) ? 1_500 : 5).filter { !deleted.contains($0) }
            changes.updates = try rows(updated, age: round) { versions[$0] ?? 0 }
            let start = Int64(source.below(8_000))
            let step = Int64(1 + source.below(3))
            let inserted = (0..<Int64(source.chance(2) ? source.below(1_200) : source.below(4))).map {
                start + $0 * step
            }
            .filter { model[$0] == nil }
            changes.inserts = try rows(inserted, age: -round)
            if source.chance(6), let key = updated.first {
                changes.locks = [.init(entity: staff.worker, key: key, expectedVersion: 99)]
                _ = try conflicts { try staff.save(changes) }
            } else {
                try staff.save(changes)
                for key in deleted { (model[key], versions[key]) = (nil, nil) }
                for key in updated { (model[key], versions[key]) = (round, (versions[key] ?? 0) + 1) }
                for key in inserted { (model[key], versions[key]) = (-round, 1) }
            }
            #expect(try all().ages == model)
            if source.chance(5) { seen.append((try staff.store.snapshot(), model)) }
            if source.chance(9), !seen.isEmpty { seen.removeFirst() }
        }
        for (snapshot, ages) in seen { #expect(try all(in: snapshot).ages == ages) }
        try staff.expectSound()
        seen = []
        // What is left of batches is at most four times as much as their rows.
        let bytes = keptCount * RowBatchBuilder.batchSize
        #expect(bytes <= 4 * model.count * 128 + 4 * RowBatchBuilder.batchSize)
        for (key, version) in versions { try delete([key], version: version) }
        #expect(keptCount == 0)
    }
}
