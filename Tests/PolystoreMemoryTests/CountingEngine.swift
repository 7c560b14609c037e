import PolystoreRecordLayer
import PolystoreStorage
import Synchronization

@testable import PolystoreMemory

/// A memory engine that counts what is read of it.
final class CountingEngine: OrderedEngine {
    let engine = MemoryEngine()
    /// The entries that scans have visited, and the values that were looked up.
    let reads = Atomic<Int>(0)

    var limits: EngineLimits { engine.limits }
    func snapshot() -> CountingSnapshot { CountingSnapshot(engine.snapshot(), self) }
    func begin(_ durability: Durability) -> MemoryTransaction { engine.begin(durability) }
    func close() { engine.close() }
}

/// A view of a counting engine.
final class CountingSnapshot: OrderedSnapshot {
    private let snapshot: MemorySnapshot
    private let engine: CountingEngine

    init(_ snapshot: MemorySnapshot, _ engine: CountingEngine) {
        self.snapshot = snapshot
        self.engine = engine
    }

    func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        if table == .records { engine.reads.add(1, ordering: .relaxed) }
        return snapshot.value(table, key)
    }

    func scan(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: Visitor
    ) throws(StoreError) {
        try snapshot.scan(table, range, direction) { (key, value) throws(StoreError) in
            engine.reads.add(1, ordering: .relaxed)
            return try visit(key, value)
        }
    }
}
