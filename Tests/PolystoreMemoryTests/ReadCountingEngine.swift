import PolystoreRecordLayer
import PolystoreStorage
import Synchronization

@testable import PolystoreMemory

/// A memory engine that counts what is read of it.
final class ReadCountingEngine: OrderedEngine {
    let engine = MemoryEngine()
    /// The entries that scans have visited, and the values that were looked up.
    let reads = Atomic<Int>(0)

    var limits: EngineLimits { engine.limits }
    func snapshot() -> ReadCountingSnapshot { ReadCountingSnapshot(engine.snapshot(), self) }
    func begin(_ durability: Durability) -> MemoryTransaction { engine.begin(durability) }
    func close() { engine.close() }
}
