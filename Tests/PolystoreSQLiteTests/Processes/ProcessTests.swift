import PolystoreRandom
import Foundation
import PolystoreModel
import PolystoreStorage
import Synchronization
import Testing

@testable import PolystoreSQLite

/// Stores that two processes use, and stores whose process ends in the middle of its work.
@Suite("SQLite and other processes", .serialized)
struct ProcessTests {
    private func findings(_ store: TestStore) throws -> [StoreCheck.Finding] {
        var findings: [StoreCheck.Finding] = []
        _ = try store.snapshot().check { findings.append($0) }
        return findings
    }

    @Test("a second process is refused for writing, with the first one's number, and follows its commits reading")
    func secondProcess() async throws {
        let store = try TestStore()
        try store.insert([store.row("Tag", 1)])
        let saves = try (2...5000).map { try store.changes(inserting: [store.row("Tag", Int64($0))]) }
        let writer = StoreWriter(
            store.store, name: "test", durability: .losesLastSavesOnPowerCut, timeout: .seconds(60),
            commitBarrier: CommitBarrier(),
            snapshots: SnapshotPool(store.store))
        let loop = SaveLoop(saves, writer)
        await #expect(processExitsWith: .success) { [path = store.folder.path as String, pid = getpid() as Int32] in
            let folder = URL(fileURLWithPath: path)
            let refused = #expect(throws: StoreError.self) {
                try TestStore(folder: folder) { $0.lockTimeout = .milliseconds(50) }
            }
            #expect(refused?.code == .held)
            #expect(refused?.details[.process] == "\(pid)")
            let reader = try TestStore(folder: folder) { $0.access = .readOnly }
            let first = try reader.store.newestCommit()
            // One row a commit: each snapshot shows as many as its number says.
            while try reader.store.newestCommit() < first + 20 {
                let snapshot = try reader.snapshot()
                #expect(try snapshot.count(reader.store.plan(reader.query("Tag"))) == Int(snapshot.commit))
            }
            try reader.store.close()
        }
        let count = try loop.end()
        #expect(count >= 20)
        #expect(try store.keys(store.query("Tag")).count == count + 1)
        try writer.close()
        try store.reopen()
        #expect(try findings(store).isEmpty)
    }

    @Test("a writer that is killed in the middle of its saves loses none that returned, and leaves none by halves")
    func killedWriter() async throws {
        let folder = try TestStore.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }  // what is left does no harm
        var random = RandomSource()
        var kept: [Int64: Int] = [:]
        for round in Int64(1)...3 {
            let life = Double.random(in: 0.02...0.3, using: &random)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = folder.path as String, round = round as Int64, life = life as Double] in
                try KilledWriter(URL(fileURLWithPath: path), round).run(for: life)
            }
            let acknowledged = try KilledWriter.acknowledged(in: folder)
            let store = try TestStore(folder: folder) { $0.lockTimeout = .zero }
            let found = try KilledWriter.saves(store)
            #expect(found.values.allSatisfy { $0 == 3 })
            #expect(acknowledged.isSubset(of: found.keys))
            #expect(kept.allSatisfy { found[$0.key] == $0.value })
            // At most the save that was under way is there without having returned.
            #expect(Set(found.keys).subtracting(kept.keys).subtracting(acknowledged).count <= 1)
            kept = found
            #expect(try findings(store).isEmpty)
            let keys = try store.store.reserveKeys(store.entity("Tag").rootNumber, count: 1)
            #expect(try keys.lowerBound > KilledWriter.lastKey(in: folder))
            try store.store.close()
        }
    }

    /// What a process saves before it ends without closing: how many rows in each of how many saves.
    static let unclosed = [(rows: 1, saves: 3000), (rows: 400, saves: 30), (rows: 60_000, saves: 1)]

    @Test("a process that ends without closing leaves at most 4 MiB of log", arguments: unclosed)
    func endedProcess(rows: Int, saves: Int) async throws {
        let folder = try TestStore.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }  // what is left does no harm
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.path as String, rows = rows as Int, saves = saves as Int] in
            let store = try TestStore(folder: URL(fileURLWithPath: path))
            for save in 0..<saves {
                let keys = save * rows + 1...(save + 1) * rows
                try store.insert(keys.map { try store.row("Tag", Int64($0), ["label": .string("\(save) of \($0)")]) })
            }
            kill(getpid(), SIGKILL)
        }
        let log = try #require(SystemFile.size(folder.appending(path: "test.sqlite-wal").path))
        #expect(log <= 4 << 20)
        let store = try TestStore(folder: folder)
        #expect(try store.snapshot().count(store.store.plan(store.query("Tag"))) == rows * saves)
    }

    @Test("a database that was cut off below a waiting log gives a typed error, or every row")
    func truncatedBelowLog() throws {
        let store = try TestStore()
        let text = String(repeating: "x", count: 200)
        try store.insert((1...400).map { try store.row("Tag", Int64($0), ["label": .string(text + "\($0)")]) })
        try store.reopen()
        try store.insert([store.row("Tag", 401), store.row("Company", 1, ["name": .string("a")])])
        let names = ["", "-wal"]
        let whole = try names.map { try Data(contentsOf: URL(fileURLWithPath: store.path + $0)) }
        #expect(whole[1].count > 0)
        let pages = whole[0].count / 4096
        var refused = 0
        for length in (0..<pages).map({ $0 * 4096 }) + [17, 5000, whole[0].count - 100] {
            let folder = try TestStore.makeFolder()
            defer { try? FileManager.default.removeItem(at: folder) }  // what is left does no harm
            let path = folder.appending(path: "test.sqlite").path
            try whole[0].prefix(length).write(to: URL(fileURLWithPath: path))
            try whole[1].write(to: URL(fileURLWithPath: path + "-wal"))
            do {
                let opened = try TestStore(folder: folder) { $0.openIdentifiers = [] }
                let keys = try opened.keys(opened.query("Tag"))
                let found = try findings(opened)
                #expect(keys == Array(1...401), "cut to \(length)")
                if length < 4096 * pages / 2 { #expect(!found.isEmpty, "cut to \(length)") }
            } catch let error as StoreError {
                refused += 1
                #expect([.damaged, .foreign, .inputOutput].contains(error.code), "cut to \(length): \(error)")
                #expect(error.details[.path] == path)
            }
        }
        #expect(refused > pages / 2)
    }
}
