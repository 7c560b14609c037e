import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Connections for snapshots")
struct ReaderPoolTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    @Test("a pool that was not closed leaves no file open")
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
