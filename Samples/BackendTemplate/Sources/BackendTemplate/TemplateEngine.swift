import PolystoreRecordLayer
import PolystoreStorage
import Synchronization

/// An engine under the record layer: ordered tables, snapshots, and one transaction at a time.
public final class TemplateEngine: OrderedEngine {
    /// The tables at one commit.
    typealias Tables = [EngineTable: SortedList]

    private let published = Mutex<Tables>([:])

    /// What the engine can take: say here what yours does, and the kit holds you to it.
    public static let limits = EngineLimits(maximumKeyLength: 511, maximumValueLength: 1 << 30, isDurable: false)

    init() {}

    /// What the engine can take.
    public var limits: EngineLimits { Self.limits }

    /// Takes a view of the last commit.
    public func snapshot() -> TemplateSnapshot { TemplateSnapshot(self, tables) }

    /// Begins the write transaction.
    public func begin(_ durability: Durability) -> TemplateTransaction {
        TemplateTransaction(self, tables)
    }

    /// Nothing to do: snapshots own what they read.
    public func close() {}

    /// The tables at the last commit.
    var tables: Tables { published.withLock { $0 } }

    func publish(_ tables: Tables) { published.withLock { $0 = tables } }
}

/// A view of the engine at one commit.
public final class TemplateSnapshot: OrderedSnapshot {
    private let engine: TemplateEngine
    private let tables: TemplateEngine.Tables

    init(_ engine: TemplateEngine, _ tables: TemplateEngine.Tables) { (self.engine, self.tables) = (engine, tables) }

    /// The bytes of the values that the engine has no longer.
    public func retainedBytes() -> Int {
        let now = engine.tables
        return tables.reduce(0) { $0 + $1.value.byteCount(notIn: now[$1.key] ?? SortedList()) }
    }

    /// The value of a key.
    public func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        tables[table]?.value(key)
    }

    /// Visits the entries of a range in order.
    public func scanRuns(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: RunVisitor
    ) throws(StoreError) { try tables[table]?.scan(range, direction, visit) }
}

/// The write transaction: copies of the tables, published when it commits.
public final class TemplateTransaction: OrderedTransaction {
    private let engine: TemplateEngine
    private var tables: TemplateEngine.Tables
    private var savepoints: [TemplateEngine.Tables] = []

    init(_ engine: TemplateEngine, _ tables: TemplateEngine.Tables) { (self.engine, self.tables) = (engine, tables) }

    /// The value of a key.
    public func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        tables[table]?.value(key)
    }

    /// Visits the entries of a range in order.
    public func scanRuns(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: RunVisitor
    ) throws(StoreError) { try tables[table]?.scan(range, direction, visit) }

    /// Sets and removes keys.
    public func change(_ table: EngineTable, _ changes: UnsafeBufferPointer<KeyChange>) {
        for change in changes {
            if let value = change.value {
                tables[table, default: SortedList()].put(change.key, value)
            } else {
                tables[table]?.remove(change.key)
            }
        }
    }

    /// Begins a savepoint.
    public func beginSavepoint() { savepoints.append(tables) }

    /// Ends the innermost savepoint; without one, publishes the tables.
    public func commit() { if savepoints.popLast() == nil { engine.publish(tables) } }

    /// Goes back to the innermost savepoint; without one, drops the tables.
    public func rollback() { tables = savepoints.popLast() ?? [:] }
}
