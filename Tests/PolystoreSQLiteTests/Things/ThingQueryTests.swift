import PolystoreModel
import PolystoreQuery
import PolystoreRandom
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Queries about things")
struct ThingQueryTests {
    /// A store of things, some of which others wrote.
    private func filled(
        _ random: inout RandomSource, count: Int64 = 400
    ) throws -> TestStore {
        let store = try ThingStore.make()
        try store.insert((1...5).map { try store.row("Owner", $0, ["name": .string("o\($0)")]) })
        var key: Int64 = 0
        try store.insert(
            (0..<count).map { index in
                key += Int64.random(in: 1...3, using: &random)
                let row = try store.row(index % 5 == 0 ? "Odd" : "Thing", key)
                try ThingStore.change(row, store, &random, all: true)
                return row
            })
        return store
    }

    @Test("rows, their order, limits and counts are those that testing and sorting all rows finds")
    func agreement() throws {
        var random = RandomSource()
        let store = try filled(&random)
        try store.edit("UPDATE ZTHING SET ZAMOUNT = 3, ZSMALL = NULL WHERE Z_PK % 9 = 0")
        let snapshot = try store.snapshot()
        for _ in 0..<300 {
            let query = try ThingStore.query(store, &random)
            let plan = store.store.plan(query)
            try #require(plan.isExact && plan.isSorted == query.isOrdered)
            let expected = try ThingStore.expected(snapshot, query)
            #expect(try ThingStore.rows(snapshot, plan) == expected, "\(query)")
            #expect(try snapshot.count(plan) == expected.count, "\(query)")
        }
    }

    @Test("rows by keys and by what they refer to are those that a scan of all rows finds")
    func keysAndReferences() throws {
        var random = RandomSource()
        let store = try filled(&random)
        try store.edit("UPDATE ZTHING SET Z_PK = -9223372036854775808 WHERE Z_PK = (SELECT min(Z_PK) FROM ZTHING)")
        try store.edit("UPDATE ZTHING SET Z_PK = 9223372036854775807 WHERE Z_PK = (SELECT max(Z_PK) FROM ZTHING)")
        let snapshot = try store.snapshot()
        let root = try store.entity("Thing").rootNumber
        let owner = try #require(try store.entity("Thing").relationship(named: "owner"))
        var all: [(key: Int64, owner: ObjectID?, row: [UInt8])] = []
        try snapshot.rows(store.store.plan(try store.query("Thing"))) { batch in
            for row in batch {
                var target: ObjectID?
                if case .object(let object) = row.value(for: PropertyKey("owner")) { target = object }
                all.append((row.key, target, Array(row.bytes)))
            }
            return true
        }
        func found(_ read: ((RowBatch) -> Bool) throws -> Void) throws -> [[UInt8]] {
            var rows: [[UInt8]] = []
            try read { batch in
                rows += batch.map { Array($0.bytes) }
                return true
            }
            return rows.sorted { $0.lexicographicallyPrecedes($1) }
        }
        func sorted(_ rows: [[UInt8]]) -> [[UInt8]] { rows.sorted { $0.lexicographicallyPrecedes($1) } }
        for count in [0, 1, 2, 40, 500] {
            let keys = (0..<count).map { _ in Int64.random(in: -5...1600, using: &random) } + [.min, -1, 0, .max]
            let wanted = Set(keys)
            #expect(
                try found { try snapshot.rows(root, keys: keys, $0) }
                    == sorted(all.filter { wanted.contains($0.key) }.map(\.row)))
            let owners = try (0..<min(count, 100)).map { try store.id("Owner", Int64($0 + 1)) }
            #expect(
                try found { try snapshot.rows(referencing: owners, through: owner, $0) }
                    == sorted(all.filter { $0.owner.map(owners.contains) ?? false }.map(\.row)))
        }
        for key in [Int64.min, -1, 0, 1, 2, 3, 700, .max] {
            var bytes: [UInt8]?
            try snapshot.row(root, key: key) { row, _ in bytes = Array(row.bytes) }
            #expect(bytes == all.first { $0.key == key }?.row)
        }
        #expect(all.count == 400)
    }

    @Test("a receiver reads on through the same snapshot")
    func nestedReading() throws {
        var random = RandomSource()
        let store = try filled(&random, count: 900)
        let snapshot = try store.snapshot()
        let all = store.store.plan(try store.query("Thing"))
        let expected = try ThingStore.rows(snapshot, all)
        var (rows, batches) = ([[UInt8]](), 0)
        try snapshot.rows(all) { batch in
            rows += batch.map { Array($0.bytes) }
            batches += 1
            guard let nested = try? ThingStore.rows(snapshot, all) else { return false }
            #expect(nested == expected)
            return true
        }
        #expect(batches > 3)
        #expect(rows.sorted { $0.lexicographicallyPrecedes($1) } == expected)
    }

    @Test("a receiver that wants no more ends the reading of rows, of keys and of references")
    func endedReading() throws {
        var random = RandomSource()
        let store = try filled(&random, count: 900)
        let snapshot = try store.snapshot()
        let owner = try #require(try store.entity("Thing").relationship(named: "owner"))
        let owners = try (1...5).map { try store.id("Owner", $0) }
        func batches(_ read: ((RowBatch) -> Bool) throws -> Void) throws -> Int {
            var count = 0
            try read { _ in
                count += 1
                return false
            }
            return count
        }
        #expect(try batches { try snapshot.rows(store.store.plan(store.query("Thing")), $0) } == 1)
        #expect(try batches { try snapshot.rows(owner.entity.rootNumber, keys: Array(1...3000), $0) } == 1)
        #expect(try batches { try snapshot.rows(referencing: owners, through: owner, $0) } == 1)
    }
}
