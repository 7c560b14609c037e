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
    public func snapshot() -> TemplateSnapshot { TemplateSnapshot(published.withLock { $0 }) }

    /// Begins the write transaction.
    public func begin(_ durability: Durability) -> TemplateTransaction {
        TemplateTransaction(self, published.withLock { $0 })
    }

    /// Nothing to do: snapshots own what they read.
    public func close() {}

    func publish(_ tables: Tables) { published.withLock { $0 = tables } }
}

/// A view of the engine at one commit.
public final class TemplateSnapshot: OrderedSnapshot {
    private let tables: TemplateEngine.Tables

    init(_ tables: TemplateEngine.Tables) { self.tables = tables }

    /// The value of a key.
    public func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        tables[table]?.value(key)
    }

    /// Visits the entries of a range in order.
    public func scan(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: Visitor
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
    public func scan(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: Visitor
    ) throws(StoreError) { try tables[table]?.scan(range, direction, visit) }

    /// Sets the value of a key.
    public func put(_ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        tables[table, default: SortedList()].put(key, value)
    }

    /// Removes a key.
    @discardableResult
    public func remove(_ table: EngineTable, _ key: UnsafeRawBufferPointer) -> Bool {
        tables[table]?.remove(key) ?? false
    }

    /// Begins a savepoint.
    public func beginSavepoint() { savepoints.append(tables) }

    /// Keeps what was written since the innermost savepoint.
    public func releaseSavepoint() { savepoints.removeLast() }

    /// Undoes what was written since the innermost savepoint.
    public func rollbackToSavepoint() { if let saved = savepoints.popLast() { tables = saved } }

    /// Nothing can fail here; an engine with a file writes all but the last page.
    public func prepare() {}

    /// Publishes the tables.
    public func commit() { engine.publish(tables) }

    /// Drops the tables.
    public func rollback() { (tables, savepoints) = ([:], []) }
}
