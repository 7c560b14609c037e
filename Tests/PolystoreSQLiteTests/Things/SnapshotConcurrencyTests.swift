import Foundation
import PolystoreModel
import PolystoreQuery
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Snapshots of SQLite: concurrency")
struct SnapshotConcurrencyTests {
    /// What threads share.
    private final class Shared: Sendable {
        let store: SQLiteStore
        let seen = Locked(Seen())
        let isDone = Locked(false)

        init(store: SQLiteStore) { self.store = store }
    }

    /// What the readers have seen.
    private struct Seen {
        var snapshots = 0
        var mixtures: [String] = []
    }

    @Test("snapshots beside a writer and beside copies of the log show one commit each, in rows, ranges and counts")
    func besideWriter() async throws {
        let store = try ThingStore.make()
        let values: [String: Value] = ["small": .integer(0), "name": .string("n")]
        let rows = try (1...400).map { try store.row("Thing", Int64($0), values) }
        try store.insert(rows)
        let all = store.store.plan(try store.query("Thing"))
        // Each commit gives all things the same number.
        func numbered(_ number: Int64) throws -> StorePlan {
            store.store.plan(
                try store.query(
                    "Thing",
                    .comparison(
                        ResolvedComparison(
                            .path(try store.path("Thing", "small")), .equal, .constant(.integer(number))))))
        }
        let plans = try (0...40).map { try numbered(Int64($0)) }
        let slot = try #require(rows[0].layout.slots.first { $0.key == PropertyKey("small") })
        let shared = Shared(store: store.store)
        let readers = DispatchGroup()
        for _ in 0..<2 {
            readers.enter()
            // Threads of their own, which wait for no other test.
            Thread.detachNewThread {
                defer { readers.leave() }
                while !shared.isDone.withLock({ $0 }) {
                    do {
                        try Self.look(shared, all, plans, slot)
                    } catch {
                        shared.seen.withLock { $0.mixtures.append("\(error)") }
                    }
                }
            }
        }
        // As many commits as the readers need to see some.
        var commits = 0
        while commits < 40 || commits < 2000 && shared.seen.withLock({ $0.snapshots }) < 20 {
            commits += 1
            let changed = try (1...400).map { key in
                let row = try #require(try store.fetch("Thing", Int64(key)))
                try store.set(row, "small", .integer(Int64(commits % plans.count)))
                return row
            }
            try store.save(store.changes(updating: changed))
            if commits % 5 == 0 { try store.edit("PRAGMA wal_checkpoint") }
        }
        shared.isDone.withLock { $0 = true }
        await withCheckedContinuation { continuation in
            readers.notify(queue: .global()) { continuation.resume() }
        }
        let result = shared.seen.withLock { $0 }
        #expect(result.mixtures.isEmpty)
        #expect(result.snapshots >= 20)
    }

    /// Reads everything of a snapshot, and then counts what has the number that was read.
    private static func look(_ shared: Shared, _ all: StorePlan, _ plans: [StorePlan], _ slot: RowSlot) throws {
        guard let snapshot = try shared.store.snapshot() as? SQLiteSnapshot else { return }
        var numbers: [Int64] = []
        try snapshot.rows(all) { batch in
            for row in batch { if case .integer(let number) = row.value(slot) { numbers.append(number) } }
            return true
        }
        guard let number = numbers.first, plans.indices.contains(Int(number)) else { return }
        let count = try snapshot.count(plans[Int(number)])
        shared.seen.withLock { seen in
            seen.snapshots += 1
            if numbers.count != 400 || Set(numbers).count != 1 || count != 400 {
                seen.mixtures.append("\(Set(numbers)) \(numbers.count) \(count)")
            }
        }
    }
}
