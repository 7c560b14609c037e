import PolystoreRecordLayer
import PolystoreStorage
import Synchronization

@testable import PolystoreMemory

/// A view of a counting engine.
final class ReadCountingSnapshot: OrderedSnapshot {
    private let snapshot: MemorySnapshot
    private let engine: ReadCountingEngine

    init(_ snapshot: MemorySnapshot, _ engine: ReadCountingEngine) {
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
