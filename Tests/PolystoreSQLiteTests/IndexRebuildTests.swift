import Foundation
import PolystoreModel
import PolystoreQuery
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Indexes of a save that changes most of a table")
struct IndexRebuildTests {
    private let count = IndexRebuild.leastEntries

    private func insertClerks(_ store: TestStore, _ keys: ClosedRange<Int>) throws {
        try store.insert(
            keys.map {
                try store.row("Clerk", Int64($0), ["age": .integer(Int64($0 % 100)), "name": .string("n\($0)")])
            })
    }

    private func stored(_ store: TestStore) throws -> [MutableRow] {
        let layout = try #require(store.store.layouts.layout(for: try store.entity("Clerk")))
        var rows: [MutableRow] = []
        try store.snapshot().rows(store.store.plan(store.query("Clerk"))) { batch in
            rows += batch.map { MutableRow.copy(of: $0, to: layout) }
            return true
        }
        return rows
    }

    private func definitions(_ store: TestStore) throws -> [[String]] {
        try store.run("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'index' ORDER BY name")
    }

    /// How often indexes were taken away or made: the engine counts what changes the schema.
    private func schemaChanges(_ store: TestStore, _ body: () throws -> Void) throws -> Int {
        let (before, definitions) = (try store.run("PRAGMA schema_version"), try definitions(store))
        try body()
        #expect(try self.definitions(store) == definitions)
        #expect(try store.run("PRAGMA integrity_check") == [["ok"]])
        _ = try store.snapshot().check { Issue.record("\($0)") }
        return try #require(Int(store.run("PRAGMA schema_version")[0][0])) - (try #require(Int(before[0][0])))
    }

    private func keys(_ store: TestStore, _ filter: String) throws -> [Int64] {
        let predicate = try RequestResolver(model: store.model)
            .resolve(try FetchPredicate(format: filter), for: try store.entity("Person"))
        return try store.keys(store.query("Person", predicate)).sorted()
    }

    @Test("inserting, changing and deleting most rows of a table make anew the indexes that this changes")
    func isMadeAnew() throws {
        let store = try TestStore()
        let whole = store.store.context.schema.indexes.filter { $0.table == "ZPERSON" && $0.condition == nil }.count
        #expect(try schemaChanges(store) { try insertClerks(store, 1...count) } == 2 * whole)
        #expect(try keys(store, "age = 7").count == count / 100 + 1)
        let rows = try stored(store)
        for row in rows { try store.set(row, "score", .double(1)) }
        #expect(try schemaChanges(store) { try store.save(store.changes(updating: rows)) } == 0)
        let again = try stored(store)
        for row in again { try store.set(row, "age", .integer(300)) }
        #expect(try schemaChanges(store) { try store.save(store.changes(updating: again)) } == 2)
        #expect(try keys(store, "age = 7").isEmpty)
        #expect(try keys(store, "age = 300").count == count)
        let last = try stored(store)
        #expect(try schemaChanges(store) { try store.save(store.changes(deleting: last)) } == 2 * whole)
        #expect(try keys(store, "age >= 0").isEmpty)
    }

    @Test("a save that changes less than a half of a table leaves its indexes alone")
    func isLeftAlone() throws {
        let store = try TestStore()
        try insertClerks(store, 1...2 * count + 2)
        #expect(try schemaChanges(store) { try insertClerks(store, 3 * count...4 * count - 1) } == 0)
        #expect(try schemaChanges(store) { try insertClerks(store, 5 * count...5 * count) } == 0)
        #expect(try keys(store, "age = 7").count > 0)
    }

    @Test("a save that fails leaves rows and indexes as they were")
    func comesBack() throws {
        let store = try TestStore()
        try insertClerks(store, count...count)
        let changes = try schemaChanges(store) {
            #expect(throws: StoreError.self) { try insertClerks(store, 1...count) }
        }
        #expect(changes == 0)
        #expect(try keys(store, "age >= 0") == [Int64(count)])
        try insertClerks(store, count + 1...count + 1)
        #expect(try keys(store, "age >= 0").count == 2)
    }

    @Test("a reader keeps the rows and the indexes of before meanwhile, and finds the new ones next time")
    func readersGoOn() throws {
        let store = try TestStore()
        try insertClerks(store, 1...10)
        let before = try store.snapshot()
        let predicate = try RequestResolver(model: store.model)
            .resolve(try FetchPredicate(format: "age < 5"), for: try store.entity("Person"))
        let plan = store.store.plan(try store.query("Person", predicate))
        #expect(try before.count(plan) == 4)
        try insertClerks(store, 11...count + 10)
        #expect(try before.count(plan) == 4)
        #expect(try store.snapshot().count(plan) > 4)
        #expect(try keys(store, "age < 5").count > 4)
    }

    @Test("rows that change in different ways are counted for the indexes that each of them changes")
    func mixedUpdates() throws {
        let store = try TestStore()
        try insertClerks(store, 1...2 * count)
        let rows = try stored(store)
        for (index, row) in rows.enumerated() {
            if index % 2 == 0 {
                try store.set(row, "age", .integer(300))
            } else {
                try store.set(row, "score", .double(1))
            }
        }
        // A half of the rows changes what the index over age and name has, and none what others have.
        #expect(try schemaChanges(store) { try store.save(store.changes(updating: rows)) } == 2)
        #expect(try keys(store, "age = 300").count == count)
    }

    @Test("what an analysis of the file found out about its indexes stays")
    func keepsStatistics() throws {
        let store = try TestStore()
        try insertClerks(store, 1...10)
        try store.edit("ANALYZE")
        let statistics = try store.run("SELECT idx, stat FROM sqlite_stat1 ORDER BY idx")
        #expect(!statistics.isEmpty)
        #expect(try schemaChanges(store) { try insertClerks(store, 11...count + 10) } == 0)
        #expect(try store.run("SELECT idx, stat FROM sqlite_stat1 ORDER BY idx") == statistics)
    }

    @Test("keys that others used count, whether or not they were given out", arguments: [16384, Int64.max])
    func countsForeignKeys(_ key: Int64) throws {
        let store = try TestStore()
        let number = try #require(store.store.context.schema.numbers["Clerk"])
        try store.edit("INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT) VALUES (\(key), \(number), 1)")
        #expect(try store.run("SELECT max(Z_MAX) FROM Z_PRIMARYKEY")[0][0] != "\(key)")
        let changes = try store.changes(
            inserting: (1...count).map { try store.row("Clerk", Int64($0), ["age": .integer(1)]) })
        let before = try store.run("PRAGMA schema_version")
        try store.save(changes)
        #expect(try store.run("PRAGMA schema_version") == before)
    }

    @Test("keys that were only reserved keep no index from being made anew")
    func ignoresReservedKeys() throws {
        let store = try TestStore()
        let whole = store.store.context.schema.indexes.filter { $0.table == "ZPERSON" && $0.condition == nil }.count
        _ = try store.store.reserveKeys(try store.entity("Clerk").rootNumber, count: 100 * count)
        #expect(try schemaChanges(store) { try insertClerks(store, 1...count) } == 2 * whole)
    }
}
