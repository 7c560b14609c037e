import Foundation
import PolystoreModel
import PolystoreRandom
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

/// The log of a SQLite store, copied back by its writer beside readers.
@Suite("The log of a store in use: concurrency")
struct LogConcurrencyTests {
    private static let text = String(repeating: "x", count: 1 << 20)

    private func logSize(_ store: TestStore) -> Int { SystemFile.size(store.path + "-wal") ?? 0 }

    /// Saves rows of 1 MiB, one at a time, and calls a closure after each.
    private func save(_ keys: ClosedRange<Int64>, _ store: TestStore, after: () throws -> Void = {}) throws {
        for key in keys {
            try store.insert([store.row("Tag", key, ["label": .string(Self.text)])])
            try after()
        }
    }

    private func expectWhole(_ store: TestStore, rows: Int) throws {
        var findings: [StoreCheck.Finding] = []
        let snapshot = try store.snapshot()
        _ = try snapshot.check { findings.append($0) }
        #expect(findings.isEmpty)
        #expect(try snapshot.count(store.store.plan(store.query("Tag"))) == rows)
    }

    @Test("no save leaves more than 4 MiB of log, however much it writes")
    func bounded() throws {
        let store = try TestStore()
        var key: Int64 = 0
        for count in [1, 1, 1, 1, 1, 1, 1, 20, 1, 3, 7, 1] {
            let rows = try (1...count).map { try store.row("Tag", key + Int64($0), ["label": .string(Self.text)]) }
            key += Int64(count)
            try store.insert(rows)
            #expect(logSize(store) <= 4 << 20)
        }
        for _ in 0..<3000 {
            key += 1
            try store.insert([store.row("Tag", key, ["label": .string("\(key)")])])
            #expect(logSize(store) <= 4 << 20)
        }
        try expectWhole(store, rows: Int(key))
        try store.reopen()
        try expectWhole(store, rows: Int(key))
    }

    @Test("a snapshot that is held sees what it saw and keeps the log, which is cut off once it has gone")
    func held() throws {
        let store = try TestStore()
        try save(1...2, store)
        var snapshot: SQLiteSnapshot? = try store.snapshot()
        try save(3...60, store)
        #expect(logSize(store) > 56 << 20)
        #expect(try snapshot?.count(store.store.plan(store.query("Tag"))) == 2)
        snapshot = nil
        try save(61...100, store)
        #expect(logSize(store) <= 4 << 20)
        try expectWhole(store, rows: 100)
    }

    @Test("saves, snapshots and the copying of a small log do not get into each other's way", arguments: [16, 64, 512])
    func small(pages: Int) throws {
        let store = try TestStore(logLimit: pages * 4096)
        var random = RandomSource()
        var held: [(snapshot: SQLiteSnapshot, count: Int)] = []
        for key in 1...Int64(2000) {
            try store.insert([store.row("Tag", key, ["label": .string("\(key)")])])
            if random.chance(5) { held.append((try store.snapshot(), Int(key))) }
            if held.count > 3 || random.chance(10), let (snapshot, count) = held.randomElement(using: &random) {
                #expect(try snapshot.count(store.store.plan(store.query("Tag"))) == count)
                held.removeAll { $0.snapshot === snapshot }
            }
        }
        held = []
        // Without readers, the log begins anew when it has come to its limit.
        let log = try #require(store.store.writer?.log)
        var (key, last) = (Int64(2000), 0)
        repeat {
            last = log.frames
            key += 1
            try store.insert([store.row("Tag", key)])
        } while log.frames > last && key < 2000 + Int64(pages) * 5
        #expect(log.frames < last)
        try expectWhole(store, rows: Int(key))
        try store.reopen()
        try expectWhole(store, rows: Int(key))
    }
}
