import Foundation
import PolystoreModel
import PolystoreRandom
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

/// Saves that share a transaction with one that is given up.
///
/// SQLite (3.40 at least) writes pages that do not fit into its cache to the log before the commit, and writes them over
/// when they change again. If a savepoint that saw this is rolled back, the checksums of the log go on from a frame that is
/// not there any more, and whatever is committed from then on is lost with the process.
@Suite("A save to SQLite that is given up in a transaction that others share")
struct GivenUpSaveTests {
    /// What a kill of the process now would leave.
    private func keysAfterKill(_ store: TestStore) throws -> Set<Int64> {
        let copy = try TestStore.makeFolder()
        defer { try? FileManager.default.removeItem(at: copy) }
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: store.path + suffix, toPath: copy.appending(path: "copy.sqlite" + suffix).path)
        }
        let settings = ConnectionSettings(
            store: "copy", path: copy.appending(path: "copy.sqlite").path, busyTimeout: 0, cacheSize: 1 << 20,
            memoryMap: 0)
        let connection = try Connection(.create, settings)
        return try withExtendedLifetime(connection) {
            let statement = try connection.prepare("SELECT Z_PK FROM ZASSET")
            var keys: Set<Int64> = []
            while try statement.step() { keys.insert(statement.integer(0)) }
            return keys
        }
    }

    @Test("P2, P3: every save that returned is there after a kill, however much the given-up one had written")
    func kill() throws {
        var source = RandomSource()
        let store = try TestStore()
        try store.store.writer?.run("PRAGMA cache_size = 30")
        try store.store.writer?.run("PRAGMA wal_autocheckpoint = 0")
        var (saved, next, lost): (Set<Int64>, Int64, Int) = ([], 1, 0)
        func rows(_ count: Int) throws -> [MutableRow] {
            try (0..<count).map { _ in
                defer { next += 1 }
                let code = "\(source.next())" + String(repeating: "x", count: source.below(300))
                return try store.row("asset", next, ["code": .string(code)])
            }
        }
        // Entries of an index lie anywhere, so that a save comes back to pages which it has written already.
        try store.insert(rows(2000) + [store.row("asset", 1_000_000, ["code": .string("taken")])])
        saved = Set(1...2000).union([1_000_000])
        for round in 0..<24 {
            let first = try rows(1 + source.below(4))
            let second = try rows(source.chance(2) ? 2 : 300)
            let taken = try store.row("asset", 2_000_000, ["code": .string("taken")])
            try store.store.begin(.full)
            try store.store.apply(store.changes(inserting: first))
            #expect(throws: StoreError.self) { try store.store.apply(store.changes(inserting: second + [taken])) }
            do {
                try store.store.prepare()
                _ = try store.store.commit()
            } catch {
                // As the writer does it: what shared the transaction is saved by itself.
                lost += 1
                store.store.rollback()
                try store.save(store.changes(inserting: first))
            }
            saved.formUnion(first.map(\.key))
            #expect(try keysAfterKill(store) == saved, "round \(round)")
        }
        // Small ones are given up alone, those that did not fit into the cache with the transaction.
        #expect((1..<24).contains(lost), "\(lost)")
    }
}
