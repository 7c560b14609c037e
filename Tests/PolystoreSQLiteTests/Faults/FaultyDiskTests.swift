import PolystoreRandom
import CPolystoreFaultyDisk
import CPolystoreSQLite
import Foundation
import PolystoreModel
import PolystoreStorage
import Synchronization
import Testing

@testable import PolystoreSQLite

/// Saves on a disk that fails at each of its operations in turn.
@Suite("SQLite on a disk that fails", .serialized)
struct FaultyDiskTests {
    /// What a program sees of a stream of saves.
    private struct Seen {
        /// The saves that returned.
        var acknowledged: Set<Int64> = []
        /// The saves whose commit threw: what came of them is known after the next opening.
        var unknown: Set<Int64> = []
        var errors: [StoreError] = []
    }

    private static let name = String(cString: polystore_disk_register())
    private static let expected: Set<StoreError.Code> = [.inputOutput, .full, .permission, .failed, .damaged, .timeout]

    /// Opens a store, saves three rows a save in transactions of one or two, reads between them, and closes.
    ///
    /// Copying the log back is among what may fail: every commit that leaves the small log at its limit does it.
    private func use(_ folder: URL) -> Seen {
        var seen = Seen()
        func attempt(_ body: () throws -> Void) {
            do {
                try body()
            } catch let error as StoreError {
                seen.errors.append(error)
            } catch {
                Issue.record("\(error)")
            }
        }
        attempt {
            let store = try TestStore(folder: folder, fileSystem: Self.name, logLimit: 8 * 4096)
            for save in stride(from: Int64(1), through: 7, by: 2) {
                attempt { try self.save(save, store, &seen) }
                attempt { _ = try self.saves(store) }
            }
            try store.store.close()
        }
        return seen
    }

    @Test("a commit of which the disk does not tell keeps its files of external data")
    func externalData() throws {
        defer { _ = polystore_disk_disarm() }
        let store = try TestStore(fileSystem: Self.name)
        let film = Data(repeating: 7, count: 200_000)
        try store.store.begin(.full)
        try store.store.apply(store.changes(inserting: [store.row("Person", 1, ["film": .data(film)])]))
        try store.store.prepare()
        DiskFault(name: "", kinds: POLYSTORE_DISK_SYNC, isLasting: true).arm(after: 0)
        #expect(throws: StoreError.self) { try store.store.commit() }
        store.store.rollback()
        _ = polystore_disk_disarm()
        #expect(try store.store.context.externalData.names().count == 1)
        try store.reopen()
        // Whether it came to be is open; its files are there if it did.
        let isThere = try store.fetch("Person", 1) != nil
        #expect(try store.store.context.externalData.names().count == (isThere ? 1 : 0))
    }

    private func save(_ number: Int64, _ store: TestStore, _ seen: inout Seen) throws {
        try store.store.begin(.full)
        var applied: Set<Int64> = []
        do {
            for save in [number, number + 1] {
                let text = String(repeating: "x", count: 3000)
                let rows = try (0..<3).map {
                    try store.row("Tag", save * 10 + $0, ["label": .string(text + "\(save)")])
                }
                do {
                    try store.store.apply(store.changes(inserting: rows))
                    applied.insert(save)
                } catch let error as StoreError {
                    seen.errors.append(error)
                }
            }
            try store.store.prepare()
        } catch {
            store.store.rollback()
            throw error
        }
        do {
            _ = try store.store.commit()
            seen.acknowledged.formUnion(applied)
        } catch {
            seen.unknown.formUnion(applied)
            store.store.rollback()
            throw error
        }
    }

    /// The saves whose rows are there, each with the number of its rows.
    private func saves(_ store: TestStore) throws -> [Int64: Int] {
        var found: [Int64: Int] = [:]
        let query = try store.query("Tag")
        try store.snapshot().rows(store.store.plan(query)) { batch in
            for row in batch { found[row.key / 10, default: 0] += 1 }
            return true
        }
        return found
    }

    @Test(
        "whatever fails, errors are typed, what was acknowledged stays, and nothing is there by halves",
        arguments: DiskFault.all)
    func faults(_ fault: DiskFault) throws {
        var random = RandomSource()
        var count = Int.random(in: 0..<fault.stride, using: &random)
        while try failed(fault, after: count) { count += Int.random(in: 1...fault.stride, using: &random) }
    }

    /// Uses a store on a disk with a fault and checks what is left of it; false when the fault was not reached.
    private func failed(_ fault: DiskFault, after count: Int) throws -> Bool {
        let folder = try TestStore.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }  // what is left does no harm
        fault.arm(after: count)
        let seen = use(folder)
        let isReached = polystore_disk_disarm() > 0
        for error in seen.errors {
            #expect(Self.expected.contains(error.code), "after \(count): \(error)")
            #expect(error.details[.store] == "test")
        }
        if !isReached { #expect(seen.errors.isEmpty && seen.acknowledged.count == 8) }
        let store = try TestStore(folder: folder)
        let found = try saves(store)
        #expect(found.values.allSatisfy { $0 == 3 }, "after \(count)")
        #expect(seen.acknowledged.isSubset(of: found.keys), "after \(count): \(seen)")
        #expect(Set(found.keys).isSubset(of: seen.acknowledged.union(seen.unknown)), "after \(count)")
        #expect(try findings(store).isEmpty, "after \(count)")
        return isReached
    }

    private func findings(_ store: TestStore) throws -> [StoreCheck.Finding] {
        var findings: [StoreCheck.Finding] = []
        _ = try store.snapshot().check { findings.append($0) }
        return findings
    }

    /// A store with one saved row.
    private func savedStore() throws -> TestStore {
        let store = try TestStore(fileSystem: Self.name)
        try store.insert([store.row("Tag", 1, ["label": .string("saved")])])
        return store
    }

    private func code(_ body: () throws -> Void) -> StoreError.Code? {
        do { try body() } catch { return (error as? StoreError)?.code }
        return nil
    }

    @Test("P7: a read that fails where a snapshot begins is reported as that, and not as damage")
    func failedReads() throws {
        defer { _ = polystore_disk_disarm() }
        let store = try TestStore(fileSystem: Self.name)
        var (seen, failures) = (Seen(), 0)
        for position in 0..<6 {
            // What the commit writes is in no reader's cache.
            try save(Int64(position) * 2 + 1, store, &seen)
            polystore_disk_arm(Int32(POLYSTORE_DISK_READ), Int64(position), 0, 0)
            let reported = code { _ = try saves(store) }
            if polystore_disk_disarm() > 0 {
                failures += 1
                #expect(reported == .inputOutput, "read \(position)")
            }
            #expect(try saves(store).count == (position + 1) * 2)
        }
        #expect(failures > 1)
    }

    @Test(
        "an I/O error in a commit makes the store refuse everything until it is opened again",
        arguments: [POLYSTORE_DISK_WRITE, POLYSTORE_DISK_SYNC])
    func failedCommit(_ kind: Int) throws {
        let store = try savedStore()
        let row = try store.row("Tag", 2)
        let before = try store.snapshot()
        try store.store.begin(.full)
        try store.store.apply(store.changes(inserting: [row]))
        try store.store.prepare()
        polystore_disk_arm(Int32(kind), 0, 0, 0)
        let commit = code { _ = try store.store.commit() }
        #expect(polystore_disk_disarm() == 1)
        #expect(commit == .inputOutput)
        store.store.rollback()
        let root = try store.entity("Tag").rootNumber
        #expect(code { try store.store.begin(.full) } == .failed)
        #expect(code { try store.store.apply(StoreChanges()) } == .failed)
        #expect(code { try store.store.prepare() } == .failed)
        #expect(code { _ = try store.store.commit() } == .failed)
        #expect(code { _ = try store.store.snapshot() } == .failed)
        #expect(code { _ = try store.store.newestCommit() } == .failed)
        #expect(code { _ = try store.store.metadata } == .failed)
        #expect(code { _ = try store.store.reserveKeys(root, count: 1) } == .failed)
        #expect(code { try store.store.releaseKeys(root, from: 1) } == .failed)
        #expect(before.commit == 1)
        try store.reopen()
        #expect(try store.fetch("Tag", 1) != nil)
        #expect(try findings(store).isEmpty)
        try store.insert([store.row("Tag", 3)])
    }

    @Test("a disk that is full in a commit refuses that commit, and takes the next when there is space again")
    func fullInCommit() throws {
        let store = try savedStore()
        try store.store.begin(.full)
        try store.store.apply(store.changes(inserting: [store.row("Tag", 2)]))
        try store.store.prepare()
        polystore_disk_arm(Int32(POLYSTORE_DISK_WRITE), 0, SQLITE_FULL, 1)
        #expect(code { _ = try store.store.commit() } == .full)
        store.store.rollback()
        #expect(code { try store.insert([store.row("Tag", 2)]) } == .full)
        #expect(polystore_disk_disarm() > 1)
        #expect(try store.keys(store.query("Tag")) == [1])
        #expect(try store.insert([store.row("Tag", 3)]) == 2)
        try store.reopen()
        #expect(try store.keys(store.query("Tag")) == [1, 3])
        #expect(try findings(store).isEmpty)
    }

    @Test("a save that finds no space is refused alone; the others of its transaction are committed")
    func fullInApply() throws {
        let store = try savedStore()
        let connection = try #require(store.store.writer)
        let pages = try #require(try connection.integer("PRAGMA page_count"))
        try connection.run("PRAGMA max_page_count = \(pages + 4)")
        let large = try store.row("Tag", 3, ["label": .string(String(repeating: "x", count: 100_000))])
        let saves = try [store.row("Tag", 2), large, store.row("Tag", 4)].map { try store.changes(inserting: [$0]) }
        let writer = StoreWriter(
            store.store, name: "test", durability: .full, timeout: .seconds(60), commitBarrier: CommitBarrier(),
            snapshots: SnapshotPool(store.store))
        // The writer is kept busy until all saves wait, so that they share a transaction.
        let (waiting, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        writer.enqueue { _ throws(StoreError) in
            waiting.signal()
            gate.wait()
        } completion: { _ in
        }
        waiting.wait()
        let codes = Mutex<[Int: StoreError.Code?]>([:])
        let group = DispatchGroup()
        for (index, save) in saves.enumerated() {
            group.enter()
            Thread.detachNewThread {
                let code = code { _ = try writer.save(save) }
                codes.withLock { $0[index] = .some(code) }
                group.leave()
            }
        }
        Thread.sleep(forTimeInterval: 0.2)
        gate.signal()
        group.wait()
        #expect(codes.withLock { $0 } == [0: nil, 1: .full, 2: nil])
        #expect(try store.keys(store.query("Tag")) == [1, 2, 4])
        #expect(try findings(store).isEmpty)
    }

    @Test("a commit and a reservation of keys return when the log is on the disk, unless the durability says otherwise")
    func synchronized() throws {
        let store = try savedStore()
        #expect(polystore_disk_unsynced_log_writes() == 0)
        _ = try store.store.reserveKeys(store.entity("Tag").rootNumber, count: 8)
        #expect(polystore_disk_unsynced_log_writes() == 0)
        try store.store.begin(.losesLastSavesOnPowerCut)
        try store.store.apply(store.changes(inserting: [store.row("Tag", 2)]))
        try store.store.prepare()
        _ = try store.store.commit()
        #expect(polystore_disk_unsynced_log_writes() > 0)
        _ = try store.store.reserveKeys(store.entity("Tag").rootNumber, count: 8)
        #expect(polystore_disk_unsynced_log_writes() == 0)
        try store.insert([store.row("Tag", 3)])
        #expect(polystore_disk_unsynced_log_writes() == 0)
    }
}
