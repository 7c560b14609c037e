import PolystoreReferenceStore
import PolystoreStorage
import Testing

@Suite("Shared snapshots")
struct SnapshotPoolTests {
    @Test("a snapshot is reused while nothing was committed, and let go of at a commit")
    func reuse() throws {
        let store = try ReferenceGraph.store(try ReferenceGraph.model())
        let pool = SnapshotPool(store)
        let writer = StoreWriter(
            store, name: "reference", durability: .full, timeout: .seconds(10), commitBarrier: CommitBarrier(),
            snapshots: pool)
        var first: (any StoreSnapshot)? = try pool.newest()
        #expect(try pool.newest() === first)
        #expect(store.counter[.snapshot] == 1)
        weak let held = first
        var changes = StoreChanges()
        changes.inserts = [try ReferenceGraph.row("Tag", store.layouts, key: 1, [:])]
        _ = try writer.save(changes)
        #expect(first?.commit == 0)
        first = nil
        #expect(held == nil)
        #expect(try pool.newest().commit == 1)
        #expect(store.counter[.snapshot] == 2)
    }
}
