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

    func scanRuns(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: RunVisitor
    ) throws(StoreError) {
        try snapshot.scan(table, range, direction) { (key, value) throws(StoreError) in
            engine.reads.add(1, ordering: .relaxed)
            var entry: Entry = (key, value)
            return try withUnsafePointer(to: &entry) { (entry) throws(StoreError) in
                try visit(UnsafeBufferPointer(start: entry, count: 1))
            }
        }
    }

    func retainedBytes() -> Int { snapshot.retainedBytes() }
}
