import PolystoreModel
import PolystoreRandom
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Memory for pages that readers share")
struct PageBudgetTests {
    private let store: TestStore
    private let all: StorePlan
    private let expected: [[UInt8]]

    private var budget: PageBudget { store.store.pool.budget }

    init() throws {
        var random = RandomSource()
        store = try PageStore.filled(900, &random)
        let all = store.store.plan(try store.query("Thing"))
        self.all = all
        let snapshot = try store.snapshot()
        expected = try PageStore.withoutPages(snapshot) { try PageStore.rows(snapshot, all) }
    }

    /// Looks each row up in all of some snapshots, which keeps the pages that it reads.
    private func lookUp(_ snapshots: SQLiteSnapshot...) throws {
        let root = try store.entity("Thing").rootNumber
        for key in Int64(1)...900 { for snapshot in snapshots { try snapshot.row(root, key: key) { _, _ in } } }
    }

    private func byteCount(_ snapshot: SQLiteSnapshot) throws -> Int {
        try snapshot.use { $0.pages?.file.byteCount ?? 0 }
    }

    @Test("a reader that is held, but not read, leaves its memory to one that reads")
    func heldSnapshot() throws {
        let held = try store.snapshot()
        try lookUp(held)
        let whole = try byteCount(held)
        #expect(whole > 40 << 12)
        budget.limit = whole
        let reading = try store.snapshot()
        #expect(held.reader !== reading.reader)
        try lookUp(reading)
        #expect(try byteCount(reading) >= whole / 3)
        // By then the other one has not been used lately.
        for _ in 0..<40 { try lookUp(reading) }
        #expect(try byteCount(held) == 0)
        #expect(try byteCount(reading) >= whole * 3 / 4)
        #expect(try PageStore.rows(held, all) == expected)
        #expect(try PageStore.rows(reading, all) == expected)
    }

    @Test("of readers that are all used each has pages, and all of them together no more than there is")
    func manyReaders() throws {
        let snapshots = try (0..<4).map { _ in try store.snapshot() }
        try lookUp(snapshots[0])
        budget.limit = try byteCount(snapshots[0])
        for _ in 0..<3 { try lookUp(snapshots[0], snapshots[1], snapshots[2], snapshots[3]) }
        let counts = try snapshots.map(byteCount)
        #expect(counts.allSatisfy { $0 >= budget.limit / 16 })
        // What was read last is trimmed when something is read next.
        #expect(counts.reduce(0, +) <= budget.limit + budget.limit / 4)
        #expect(budget.usedBytes == counts.reduce(0, +))
        for snapshot in snapshots { #expect(try PageStore.rows(snapshot, all) == expected) }
    }

    @Test("where there is no memory for pages, they are read and let go of")
    func noMemory() throws {
        budget.limit = 0
        let snapshot = try store.snapshot()
        try lookUp(snapshot)
        #expect(try PageStore.rows(snapshot, all) == expected)
        #expect(try byteCount(snapshot) < 64 << 12)
    }

    @Test("memory is given back with readers that go")
    func closedReaders() throws {
        try store.reopen { $0.options.values["readers"] = .count(1) }
        do {
            let snapshots = try (0..<3).map { _ in try store.snapshot() }
            for snapshot in snapshots { try lookUp(snapshot) }
            #expect(budget.usedBytes == (try snapshots.map(byteCount).reduce(0, +)))
        }
        let only = try store.snapshot()
        #expect(budget.usedBytes == (try byteCount(only)))
        try store.store.close()
        #expect(budget.usedBytes == 0)
    }

    @Test("a pool that nobody closed leaves no file open")
    func droppedPool() throws {
        let settings = ConnectionSettings(
            store: "test", path: store.path, busyTimeout: 0, cacheSize: 1 << 20, memoryMap: 0)
        weak var reader: Reader?
        do {
            let pool = ReaderPool(settings, store.store.context.options, mode: .read)
            let taken = try pool.take()
            reader = taken
            pool.give(taken)
        }
        #expect(reader == nil)
    }

    @Test("the first reader is used again before others, and is kept when others go")
    func firstReader() throws {
        try store.reopen { $0.options.values["readers"] = .count(2) }
        var snapshots = try (0..<3).map { _ in try store.snapshot() }
        let first = snapshots[0].reader
        snapshots.removeFirst()
        snapshots = []
        #expect(try store.snapshot().reader === first)
        var held = try [store.snapshot(), store.snapshot()]
        #expect(held.map(\.reader.number) == [0, 1])
        held.remove(at: 0)
        #expect(try store.snapshot().reader === first)
        held = try (0..<4).map { _ in try store.snapshot() }
        while !held.isEmpty { held.removeLast() }
        #expect(store.store.pool.readers.map(\.number) == [0, 1])
    }
}
