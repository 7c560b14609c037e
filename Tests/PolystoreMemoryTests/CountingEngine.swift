import PolystoreMemory
import PolystoreRecordLayer
import PolystoreStorage
import Synchronization

/// A memory engine that counts what the record layer asks of it.
final class CountingEngine: OrderedEngine {
    private let engine = MemoryEngine()
    private let counted = Mutex(EngineOperations())

    /// What was asked for since the engine was made, by transactions that ended.
    var operations: EngineOperations { counted.withLock { $0 } }

    var limits: EngineLimits { engine.limits }

    func snapshot() -> MemorySnapshot { engine.snapshot() }

    func begin(_ durability: Durability) -> CountingTransaction { CountingTransaction(engine.begin(durability), self) }

    func close() { engine.close() }

    func add(_ operations: EngineOperations) { counted.withLock { $0 += operations } }
}
