import PolystoreModel
import PolystoreQuery
import PolystoreRandom
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Queries answered from pages")
struct PageQueryTests {
    /// A store of things, some of which others wrote.
    private func filled(
        _ random: inout RandomSource, count: Int64 = 400, hasLongRows: Bool = true
    ) throws -> TestStore {
        let store = try PageStore.make()
        try store.insert((1...5).map { try store.row("Owner", $0, ["name": .string("o\($0)")]) })
        var key: Int64 = 0
        try store.insert(
            (0..<count).map { index in
                key += Int64.random(in: 1...3, using: &random)
                let row = try store.row(index % 5 == 0 ? "Odd" : "Thing", key)
                try PageStore.change(row, store, &random, all: true)
                if !hasLongRows {
                    try store.set(row, "name", .string("short"))
                    try store.set(row, "photo", .missing)
                }
                return row
            })
        return store
    }

    @Test(
        "rows, their order, limits and counts are those of statements, and no statement runs for most",
        arguments: [true, false])
    func agreement(_ hasLongRows: Bool) throws {
        var random = RandomSource()
        let store = try filled(&random, hasLongRows: hasLongRows)
        try store.edit("UPDATE ZTHING SET ZAMOUNT = 3, ZSMALL = NULL WHERE Z_PK % 9 = 0")
        let snapshot = try store.snapshot()
        var withoutStatements = 0
        for _ in 0..<200 {
            let plan = store.store.plan(try PageStore.query(store, &random))
            let steps = try snapshot.use { $0.counters.steps }
            let (rows, count) = (try PageStore.rows(snapshot, plan), try snapshot.count(plan))
            if try snapshot.use({ $0.counters.steps }) == steps { withoutStatements += 1 }
            let (expected, expectedCount) = try PageStore.withoutPages(snapshot) {
                (try PageStore.rows(snapshot, plan), try snapshot.count(plan))
            }
            #expect(rows == expected, "\(plan.query)")
            #expect(count == expectedCount, "\(plan.query)")
        }
        // Asked of statements are rows that go on on other pages, orders without a limit and counts with one.
        #expect(withoutStatements > (hasLongRows ? 3 : 25))
        #expect(try snapshot.use { $0.pages?.file.isPinned } == true)
    }

    @Test("rows by keys and by what they refer to are those of statements")
    func keysAndReferences() throws {
        var random = RandomSource()
        let store = try filled(&random)
        let snapshot = try store.snapshot()
        let root = try store.entity("Thing").rootNumber
        let owner = try #require(try store.entity("Thing").relationship(named: "owner"))
        func found(_ read: ((RowBatch) -> Bool) throws -> Void) throws -> [[UInt8]] {
            var rows: [[UInt8]] = []
            try read { batch in
                rows += batch.map { Array($0.bytes) }
                return true
            }
            return rows
        }
        for count in [1, 2, 40, 500] {
            let keys = (0..<count).map { _ in Int64.random(in: -5...1600, using: &random) }
            let rows = try found { try snapshot.rows(root, keys: keys, $0) }
            let expected = try PageStore.withoutPages(snapshot) {
                try found { try snapshot.rows(root, keys: keys, $0) }
            }
            #expect(rows == expected)
            let owners = try (0..<min(count, 100)).map { try store.id("Owner", Int64($0 + 1)) }
            let members = try found { try snapshot.rows(referencing: owners, through: owner, $0) }
            let wanted = try PageStore.withoutPages(snapshot) {
                try found { try snapshot.rows(referencing: owners, through: owner, $0) }
            }
            #expect(
                members.sorted { $0.lexicographicallyPrecedes($1) }
                    == wanted.sorted { $0.lexicographicallyPrecedes($1) })
            #expect(!members.isEmpty)
        }
        for key in [Int64.min, -1, 0, 1, 2, 3, 700, .max] {
            func row() throws -> [UInt8]? {
                var bytes: [UInt8]?
                try snapshot.row(root, key: key) { row, _ in bytes = Array(row.bytes) }
                return bytes
            }
            #expect(try row() == PageStore.withoutPages(snapshot, row))
        }
    }

    @Test("rows are found under keys that lie unevenly, and those between them are not")
    func unevenKeys() throws {
        var random = RandomSource()
        let store = try PageStore.make()
        var keys: Set<Int64> = []
        // Long rows, so that there are pages of bounds between the first page and the leaves.
        for start: Int64 in [1, 5000, 1 << 20, (1 << 20) + 90_000, 1 << 40, .max - 4000] {
            // Some pages have every number, some one of several, and some a few of each.
            let gap = Int64.random(in: 1...9, using: &random)
            var key = start
            for _ in 0..<500 {
                keys.insert(key)
                key += random.chance(30) ? 100 : Int64.random(in: 1...gap, using: &random)
                if key > .max - 200 { break }
            }
        }
        keys.insert(.max)
        try store.insert(
            keys.sorted().map { key in
                let row = try store.row("Thing", key)
                try store.set(row, "name", .string(String(repeating: "n", count: random.below(1500))))
                return row
            })
        try store.edit("DELETE FROM ZTHING WHERE Z_PK % 7 = 3 OR Z_PK BETWEEN 1048600 AND 1048900")
        try store.edit("UPDATE ZTHING SET Z_PK = -9223372036854775808 WHERE Z_PK = (SELECT min(Z_PK) FROM ZTHING)")
        let snapshot = try store.snapshot()
        let root = try store.entity("Thing").rootNumber
        let asked = keys.flatMap { [$0, $0 &- 1, $0 &+ 1] }.shuffled(using: &random) + [.min, -1, 0, 1, .max]
        func rows() throws -> [[UInt8]] {
            var rows: [[UInt8]] = []
            try snapshot.rows(root, keys: asked) { batch in
                rows += batch.map { Array($0.bytes) }
                return true
            }
            return rows
        }
        // The first time, statements tell where the table lies.
        try snapshot.row(root, key: 1) { _, _ in }
        let steps = try snapshot.use { $0.counters.steps }
        let found = try rows()
        #expect(try snapshot.use { $0.counters.steps } == steps)
        #expect(try found == PageStore.withoutPages(snapshot, rows))
        for key in asked.prefix(2000) + [.min, .max] {
            func row() throws -> [UInt8]? {
                var bytes: [UInt8]?
                try snapshot.row(root, key: key) { row, _ in bytes = Array(row.bytes) }
                return bytes
            }
            let steps = try snapshot.use { $0.counters.steps }
            let found = try row()
            #expect(try snapshot.use { $0.counters.steps } == steps)
            #expect(try found == PageStore.withoutPages(snapshot, row), "\(key)")
        }
    }

    @Test("a receiver reads on through the same snapshot, with room for few pages only")
    func nestedReading() throws {
        var random = RandomSource()
        let store = try filled(&random, count: 900)
        let snapshot = try store.snapshot()
        try snapshot.use { $0.settings.pageBudget?.limit = 8 << 12 }
        let all = store.store.plan(try store.query("Thing"))
        let expected = try PageStore.withoutPages(snapshot) { try PageStore.rows(snapshot, all) }
        var (rows, batches) = ([[UInt8]](), 0)
        try snapshot.rows(all) { batch in
            rows += batch.map { Array($0.bytes) }
            batches += 1
            guard let nested = try? PageStore.rows(snapshot, all) else { return false }
            #expect(nested == expected)
            return true
        }
        #expect(batches > 3)
        #expect(rows.sorted { $0.lexicographicallyPrecedes($1) } == expected)
        for _ in 0..<40 {
            let plan = store.store.plan(try PageStore.query(store, &random))
            let wanted = try PageStore.withoutPages(snapshot) { try PageStore.rows(snapshot, plan) }
            #expect(try PageStore.rows(snapshot, plan) == wanted)
        }
    }

    @Test("the explanation tells that pages are read, and along which index")
    func explanation() throws {
        var random = RandomSource()
        let store = try filled(&random)
        func steps(_ name: String, _ value: Value) throws -> [String] {
            var query = try store.query(
                "Thing",
                .comparison(
                    ResolvedComparison(.path(try store.path("Thing", name)), .equal, .constant(value))))
            query.wantsEstimates = true
            return store.store.plan(query).steps.map(\.text)
        }
        #expect(
            try steps("small", .integer(3)).last
                == "instead, unless statements are traced: read pages of the index over ZSMALL")
        #expect(
            try steps("isGood", .boolean(true)).last
                == "instead, unless statements are traced: read all pages of the table")
        #expect(try !steps("name", .string("a")).contains { $0.contains("pages") })
    }

    @Test("who traces statements is told of all of them")
    func traced() throws {
        struct Deaf: TraceReceiver {
            func receive(_ event: TraceEvent) {}
        }
        let store = try PageStore.make()
        var settings = ConnectionSettings(
            store: "test", path: store.path, busyTimeout: 0, cacheSize: 1 << 20,
            pageBudget: PageBudget(limit: 1 << 20), memoryMap: 0)
        func readsPages() throws -> Bool {
            let connection = try Connection(.read, settings)
            try connection.run("BEGIN")
            _ = try connection.integer("SELECT count(*) FROM ZTHING")
            return try connection.preparePages()
        }
        #expect(try readsPages())
        settings.trace = Trace([.sql], receiver: Deaf())
        #expect(try !readsPages())
    }
}
