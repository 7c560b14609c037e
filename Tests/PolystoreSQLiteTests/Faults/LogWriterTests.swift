import CPolystoreFaultyDisk
import CPolystoreLogWriter
import CPolystoreSQLite
import Foundation
import PolystoreRandom
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

extension FaultyDiskTests {
    /// What SQLite writes to its log, gathered.
    @Suite("The log of a SQLite file, whose frames are written together")
    final class LogWriterTests {
        private let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("polystore-log-\(UUID().uuidString)")
        private var path: String { folder.appendingPathComponent("log.sqlite").path }

        init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(at: folder) }

        private func connection(
            _ mode: ConnectionMode, _ path: String, fileSystem: String? = nil
        ) throws -> Connection {
            let settings = ConnectionSettings(
                store: "log", path: path, busyTimeout: 1000, cacheSize: 64 << 10, memoryMap: 0, fileSystem: fileSystem)
            return try Connection(mode, settings)
        }

        /// A file with a table and an index, in pages of some length.
        private func make(pageSize: Int) throws {
            let maker = try connection(.create, path)
            try maker.run("PRAGMA page_size = \(pageSize)")
            try maker.run("PRAGMA journal_mode = WAL")
            try maker.run("CREATE TABLE T (K INTEGER PRIMARY KEY, V BLOB)")
            try maker.run("CREATE INDEX I ON T (V)")
        }

        private func rows(_ connection: Connection) throws -> [Int64: [UInt8]] {
            let statement = try connection.prepare("SELECT K, V FROM T")
            var rows: [Int64: [UInt8]] = [:]
            while try statement.step() { rows[statement.integer(0)] = Array(statement.bytes(1)) }
            return rows
        }

        /// What a kill of the process now would leave, read without gathering.
        private func rowsAfterKill(_ round: Int) throws -> [Int64: [UInt8]] {
            let copy = folder.appendingPathComponent("copy\(round).sqlite").path
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }
            let reader = try connection(.create, copy)
            let check = try reader.prepare("PRAGMA integrity_check")
            #expect(try check.step())
            #expect(check.text(0) == "ok")
            return try rows(reader)
        }

        private func insert(_ length: Int, _ writer: Connection) throws {
            try writer.run("BEGIN IMMEDIATE")
            try writer.run("INSERT INTO T VALUES (NULL, randomblob(\(length)))")
            try writer.gatheringLog { () throws(StoreError) in try writer.run("COMMIT") }
        }

        @Test("what was given up is not written any more: another program may have committed at its place")
        func givenUp() throws {
            try make(pageSize: 4096)
            let writer = try connection(.write, path)
            try writer.run("PRAGMA cache_size = 10")
            try insert(100, writer)
            for _ in 0..<20 {
                let spilled = writer.spilledPages
                try writer.run("BEGIN IMMEDIATE")
                // A few pages more than the cache has: were they gathered, they would still wait at the rollback.
                for _ in 0..<8 { try writer.run("INSERT INTO T VALUES (NULL, randomblob(3000))") }
                #expect(writer.spilledPages > spilled)
                try writer.run("ROLLBACK")
                let other = try connection(.create, path)
                try other.run("INSERT INTO T VALUES (NULL, randomblob(50000))")
                let stored = try rows(other)
                try insert(100, writer)
                #expect(try rows(writer).count == stored.count + 1)
                #expect(try rows(writer).merging(stored) { $1 } == rows(writer))
                #expect(try rowsAfterKill(stored.count).count == stored.count + 1)
            }
        }

        @Test(
            "P2: a commit is in the file when it returns, whatever was spilled, written again and given up before it",
            arguments: [512, 4096])
        func anyTransaction(_ pageSize: Int) throws {
            var source = RandomSource()
            try make(pageSize: pageSize)
            let writer = try connection(.write, path)
            // Pages that are changed are written before the commit, and again when they change once more.
            try writer.run("PRAGMA cache_size = 10")
            try writer.run("PRAGMA synchronous = \(source.chance(2) ? "NORMAL" : "FULL")")
            try writer.run("PRAGMA wal_autocheckpoint = 0")
            let reader = try connection(.read, path)
            var stored: [Int64: [UInt8]] = [:]
            for round in 0..<40 {
                var changed = stored
                let spilled = writer.spilledPages
                try writer.run("BEGIN IMMEDIATE")
                for _ in 0...source.below(4) {
                    let before = changed
                    try writer.run("SAVEPOINT S")
                    for _ in 0..<source.below(source.chance(4) ? 200 : 5) {
                        let key = Int64(source.below(400))
                        let statement = try writer.prepare("INSERT OR REPLACE INTO T VALUES (?1, ?2)")
                        let value = source.bytes(source.below(source.chance(6) ? 3000 : 120))
                        statement.bind(key, 1)
                        statement.bindBlobCopy(value, 2)
                        try statement.run()
                        changed[key] = value
                    }
                    // See the tests of saves that are given up.
                    if source.chance(4), writer.spilledPages == spilled {
                        try writer.run("ROLLBACK TO S")
                        changed = before
                    }
                    try writer.run("RELEASE S")
                }
                let isGivenUp = source.chance(4)
                if isGivenUp {
                    try writer.run("ROLLBACK")
                } else {
                    try writer.gatheringLog { () throws(StoreError) in try writer.run("COMMIT") }
                }
                if !isGivenUp { stored = changed }
                #expect(try rows(reader) == stored, "round \(round)")
                #expect(try rowsAfterKill(round) == stored, "round \(round)")
                if source.chance(8) { try writer.run("PRAGMA wal_checkpoint(TRUNCATE)") }
                if source.chance(8) { try writer.run("PRAGMA wal_checkpoint(RESTART)") }
            }
        }

        @Test("a commit of many pages is written with one call")
        func fewCalls() throws {
            try make(pageSize: 4096)
            let disk = String(cString: polystore_disk_register())
            func calls(_ mode: ConnectionMode) throws -> Int64 {
                let writer = try connection(mode, path, fileSystem: disk)
                try writer.run("PRAGMA synchronous = NORMAL")
                try writer.run("PRAGMA cache_size = 100")
                try writer.run("PRAGMA wal_checkpoint(TRUNCATE)")
                // The first commit of a log writes and syncs what the log begins with.
                try writer.run("INSERT INTO T VALUES (NULL, zeroblob(10))")
                let before = polystore_disk_unsynced_log_writes()
                try insert(20_000, writer)
                return polystore_disk_unsynced_log_writes() - before
            }
            let (plain, gathered) = (try calls(.create), try calls(.write))
            #expect(plain >= 12, "\(plain)")
            #expect(gathered == 1, "\(gathered)")
        }

        @Test("a commit that the disk refuses is refused, and the next one is whole", arguments: [0, 1])
        func failure(_ position: Int64) throws {
            defer { polystore_disk_disarm() }
            try make(pageSize: 4096)
            let writer = try connection(.write, path, fileSystem: String(cString: polystore_disk_register()))
            try writer.run("PRAGMA synchronous = NORMAL")
            try writer.run("PRAGMA cache_size = 100")
            try writer.run("INSERT INTO T VALUES (1, randomblob(20000))")
            polystore_disk_arm(Int32(POLYSTORE_DISK_WRITE), position, 0, 0)
            var isRefused = false
            do { try insert(20_000, writer) } catch { isRefused = true }
            // A commit that is gathered whole has one write that can fail.
            #expect(isRefused == (position == 0))
            #expect((polystore_disk_disarm() > 0) == isRefused)
            if writer.isInTransaction { try writer.run("ROLLBACK") }
            try writer.run("INSERT INTO T VALUES (30, randomblob(20000))")
            #expect(try Set(rowsAfterKill(0).keys) == (isRefused ? [1, 30] : [1, 2, 30]))
        }

        @Test("an unknown file system is not written over")
        func unknown() { #expect(polystore_log_writer("no such file system") == nil) }
    }
}
