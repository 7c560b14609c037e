import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage

/// The engine of memory stores: persistent ordered trees, one for each table.
///
/// A snapshot is a copy of references and costs the same for any size; a transaction works on its own copies and
/// publishes them when it commits.
public final class MemoryEngine: OrderedEngine {
    private let current = Locked(MemoryTables())

    /// Makes an empty engine.
    public init() {}

    /// No value is too long, nothing survives the process.
    public var limits: EngineLimits {
        EngineLimits(
            maximumKeyLength: 511, maximumValueLength: Int(UInt32.max) / 2, isDurable: false, keepsValuesIntact: true)
    }

    /// Takes a view of the last commit.
    ///
    /// - Complexity: O(1).
    public func snapshot() -> MemorySnapshot { MemorySnapshot(published, of: self) }

    /// Begins the write transaction.
    public func begin(_ durability: Durability) -> MemoryTransaction {
        MemoryTransaction(self, published)
    }

    /// Nothing to do: snapshots own what they read.
    public func close() {}

    /// The tables at the last commit.
    var published: MemoryTables { current.withLock { $0 } }

    func publish(_ tables: MemoryTables) {
        // The old trees are released outside of the lock: freeing them may take long.
        let old = current.withLock { published in
            let old = published
            published = tables
            return old
        }
        _ = consume old
    }
}
