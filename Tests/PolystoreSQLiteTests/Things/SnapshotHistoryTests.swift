import CPolystoreSQLite
import Foundation
import PolystoreModel
import PolystoreRandom
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Snapshots of SQLite")
struct SnapshotHistoryTests {
    private func contents(_ snapshot: SQLiteSnapshot, _ plan: StorePlan) throws -> [[UInt8]] {
        try ThingStore.rows(snapshot, plan)
    }

    /// Copies frames of the log into the file, as other processes do at any time.
    @discardableResult
    private func checkpoint(_ store: TestStore, _ mode: Int32) throws -> Bool {
        var connection: OpaquePointer?
        #expect(sqlite3_open_v2(store.path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
        // A connection that has read nothing knows of no log.
        sqlite3_exec(connection, "SELECT count(*) FROM sqlite_schema", nil, nil, nil)
        // What readers are in the way of is left for later.
        let code = sqlite3_wal_checkpoint_v2(connection, "main", mode, nil, nil)
        sqlite3_close_v2(connection)
        return code == SQLITE_OK
    }

    @Test("show one commit, whatever is committed, copied into the file or begun anew meanwhile")
    func histories() throws {
        var random = RandomSource()
        let store = try ThingStore.make()
        try store.insert((1...5).map { try store.row("Owner", $0) })
        let all = store.store.plan(try store.query("Thing"))
        var next: Int64 = 1
        var held: [(snapshot: SQLiteSnapshot, expected: [[UInt8]])] = []
        for _ in 0..<160 {
            switch Int.random(in: 0..<12, using: &random) {
            case 0...4:
                let rows = try (0..<Int.random(in: 1...120, using: &random)).map { _ in
                    let row = try store.row("Thing", next)
                    next += Int64.random(in: 1...2, using: &random)
                    try ThingStore.change(row, store, &random, all: true)
                    return row
                }
                try store.insert(rows)
            case 5...6:
                var (updates, deletes): ([MutableRow], [MutableRow]) = ([], [])
                for _ in 0..<Int.random(in: 1...60, using: &random) {
                    let key = Int64.random(in: 1...next, using: &random)
                    guard !(updates + deletes).contains(where: { $0.key == key }),
                        let row = try store.fetch("Thing", key)
                    else { continue }
                    if Int.random(in: 0..<4, using: &random) == 0 {
                        deletes.append(row)
                    } else {
                        try store.set(row, "small", .integer(Int64.random(in: -20...20, using: &random)))
                        updates.append(row)
                    }
                }
                try store.save(store.changes(updating: updates, deleting: deletes))
            case 7:
                try checkpoint(store, [0, 1, 2, 3].randomElement(using: &random) ?? 0)
            case 8:
                try store.edit(
                    "UPDATE ZTHING SET ZAMOUNT = \(Int.random(in: 0...9, using: &random)) WHERE Z_PK % 7 = 1")
            case 9: if !held.isEmpty { held.remove(at: Int.random(in: held.indices, using: &random)) }
            default:
                let snapshot = try store.snapshot()
                held.append((snapshot, try contents(snapshot, all)))
            }
            if let (snapshot, expected) = held.randomElement(using: &random) {
                #expect(try contents(snapshot, all) == expected)
                let query = try ThingStore.query(store, &random)
                #expect(try contents(snapshot, store.store.plan(query)) == ThingStore.expected(snapshot, query))
            }
        }
        for (snapshot, expected) in held { #expect(try contents(snapshot, all) == expected) }
    }

    @Test("are not read behind the end of their transaction")
    func endedTransaction() throws {
        let store = try ThingStore.make()
        try store.insert([try store.row("Owner", 1)])
        let snapshot = try store.snapshot()
        let plan = store.store.plan(try store.query("Owner"))
        #expect(try ThingStore.rows(snapshot, plan).count == 1)
        try snapshot.use { (connection) throws(StoreError) in try connection.run("ROLLBACK") }
        try store.insert([try store.row("Owner", 2)])
        let error = #expect(throws: StoreError.self) { try ThingStore.rows(snapshot, plan) }
        #expect(error?.code == .snapshotExpired)
        #expect(throws: StoreError.self) { try snapshot.count(plan) }
        #expect(try ThingStore.rows(try store.snapshot(), plan).count == 2)
    }

    @Test("follow indexes that are dropped and made anew, and tables that get columns")
    func schemaChanges() throws {
        var random = RandomSource()
        let store = try ThingStore.make()
        try store.insert(
            (1...400).map {
                let row = try store.row("Thing", Int64($0))
                try ThingStore.change(row, store, &random, all: true)
                return row
            })
        func agree(_ line: String) throws {
            let snapshot = try store.snapshot()
            for _ in 0..<20 {
                let query = try ThingStore.query(store, &random)
                let rows = try ThingStore.rows(snapshot, store.store.plan(query))
                #expect(try rows == ThingStore.expected(snapshot, query), "\(line)")
            }
        }
        try agree("at first")
        for sql in [
            "DROP INDEX Z_Thing_by_small", "CREATE INDEX other ON ZTHING (ZSMALL DESC)",
            "CREATE INDEX part ON ZTHING (ZNUMBER) WHERE ZSMALL > 3", "DROP INDEX Z_Thing_by_number",
            "CREATE INDEX computed ON ZTHING (abs(ZNUMBER / 2))",
            "ALTER TABLE ZTHING ADD COLUMN ZLATE INTEGER DEFAULT 7",
            "VACUUM",
        ] {
            try store.edit(sql)
            try agree(sql)
        }
    }

    @Test("of a damaged file end no process: rows are right, or an error is thrown")
    func damage() throws {
        var random = RandomSource()
        let store = try ThingStore.filled(600, &random)
        #expect(try checkpoint(store, SQLITE_CHECKPOINT_TRUNCATE))
        let whole = try Data(contentsOf: URL(fileURLWithPath: store.path))
        let queries = try (0..<30).map { _ in store.store.plan(try ThingStore.query(store, &random)) }
        let rows = Set(try ThingStore.rows(try store.snapshot(), store.store.plan(store.query("Thing"))))
        #expect(rows.count == 600 && whole.count > 4096 * 40)
        let root = try store.entity("Thing").rootNumber
        var failures = 0
        for _ in 0..<60 {
            // The first pages are the catalogue, which the library reads when it opens the file.
            var damaged = whole
            for _ in 0..<8 {
                damaged[Int.random(in: 4096 * 12..<whole.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            let folder = try TestStore.makeFolder()
            defer { try? FileManager.default.removeItem(at: folder) }  // what is left does no harm
            try damaged.write(to: folder.appending(path: "test.sqlite"))
            let settings = ConnectionSettings(
                store: "damaged", path: folder.appending(path: "test.sqlite").path, busyTimeout: 0, cacheSize: 1 << 20,
                memoryMap: 0)
            do {
                let pool = ReaderPool(settings, store.store.context.options, mode: .read)
                let context = store.store.context
                let snapshot = try SQLiteSnapshot(context, pool, OpenSnapshots(context.externalData))
                for plan in queries {
                    do {
                        let found = try ThingStore.rows(snapshot, plan)
                        #expect(found.allSatisfy(rows.contains))
                        _ = try snapshot.count(plan)
                    } catch is StoreError { failures += 1 }
                }
                for key: Int64 in 1...600 {
                    do {
                        try snapshot.row(root, key: key) { row, _ in #expect(rows.contains(Array(row.bytes))) }
                    } catch { failures += 1 }
                }
            } catch is StoreError { failures += 1 }
        }
        #expect(failures > 0)
    }
}
