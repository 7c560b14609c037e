import Foundation
import PolystoreModel
import PolystoreStorage

/// A store over an ordered key-value engine: rows, indexes, join tables and metadata as keys and values.
///
/// An engine that provides `OrderedEngine` becomes a complete backend through this class; it needs to know nothing of
/// models, rows or queries.
///
/// `begin` to `commit` and the reservation of keys belong to the store's writer thread, as `PersistentStore` says;
/// everything else may be called from any thread.
public final class RecordStore<Engine: OrderedEngine>: PersistentStore {
    let engine: Engine
    let catalog: RecordCatalog
    let isReadOnly: Bool
    /// Follows the changes of other processes to the store; nil when there cannot be any.
    let follower: CatalogFollower?
    let published: Locked<RecordStoreState>

    // SAFETY: touched by the writer's calls only, which the protocol puts on one thread, one after another.
    nonisolated(unsafe) var writing = RecordStoreTransaction()

    /// The store's UUID.
    public let identifier: UUID
    /// The store's capabilities.
    public let capabilities: StoreCapabilities

    /// Opens the store that an engine holds, or makes a new one in an empty engine.
    ///
    /// - Parameters:
    ///   - engine: The engine; the store closes it.
    ///   - opening: The parameters of the opening.
    /// - Throws: `incompatibleModel`, `unsupportedFormat`, `damaged`, `missing`, `duplicateIdentifier`, and what the
    ///   engine throws.
    public init(_ engine: Engine, _ opening: StoreOpening) throws(StoreError) {
        let opened = try RecordOpening.open(engine, opening)
        self.engine = engine
        catalog = opened.catalog
        isReadOnly = opening.access == .readOnly
        follower = isReadOnly && engine.limits.sharedReading ? CatalogFollower(opening, opened) : nil
        identifier = opened.metadata.identifier
        capabilities = RecordStore.capabilities(of: engine.limits)
        published = Locked(RecordStoreState(metadata: opened.metadata))
    }

    /// The capabilities of every store over an engine of some limits.
    public static func capabilities(of limits: EngineLimits) -> StoreCapabilities {
        var capabilities = StoreCapabilities()
        capabilities.isDurable = limits.isDurable
        capabilities.jointCommit = limits.isDurable ? .redoable : .none
        capabilities.uniqueness = true
        capabilities.concurrentSnapshots = true
        capabilities.orderedRelationships = true
        capabilities.joins = true
        capabilities.deferredData = true
        capabilities.filtering = true
        capabilities.sorting = true
        capabilities.sharedReading = limits.sharedReading
        return capabilities
    }

    /// The layouts of the store's rows; beside a writer in another process, those that the last snapshot met.
    public var layouts: LayoutTable { newestCatalog.layouts }

    /// The store's peer table; beside a writer in another process, as the last snapshot met them.
    public var peers: PeerTable { newestCatalog.peers }

    private var newestCatalog: RecordCatalog { follower?.newest ?? catalog }

    /// The store's metadata, as of the last commit.
    public var metadata: StoreMetadata {
        get throws(StoreError) {
            try checkOpen()
            guard follower != nil, let newest = try RecordStore.metadata(of: engine, named: catalog.storeName) else {
                return published.withLock { $0.metadata }
            }
            return newest
        }
    }

    /// The metadata of the store in an engine; nil when the engine is empty.
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - name: The store's name, for messages.
    /// - Returns: The metadata as of the last commit.
    /// - Throws: `damaged`, `unsupportedFormat`, and what the engine throws.
    public static func metadata(of engine: Engine, named name: String) throws(StoreError) -> StoreMetadata? {
        let snapshot = try engine.snapshot()
        return try snapshot.reading { () throws(StoreError) in try RecordOpening.metadata(snapshot, name) }
    }

    /// Takes a view of the last commit.
    ///
    /// - Throws: `incompatibleModel` when another process opened the store with a model under which it cannot be read
    ///   with this one; it has to be opened again.
    public func snapshot() throws(StoreError) -> any StoreSnapshot {
        try checkOpen()
        if let follower { return try follower.snapshot(of: engine) }
        return try RecordSnapshot(engine.snapshot(), catalog)
    }

    /// The number of the last commit, in this or another process.
    public func newestCommit() throws(StoreError) -> CommitNumber {
        // Asked before every read: the lock is taken once.
        let (refusal, watermark) = published.withLock { ($0.refusal, $0.metadata.watermark) }
        if let refusal { throw catalog.error(refusal) }
        guard follower != nil else { return watermark }
        let snapshot = try engine.snapshot()
        return try snapshot.reading { () throws(StoreError) in
            try RecordOpening.watermark(snapshot, catalog.storeName)
        }
    }

    /// Says how a query would be answered.
    public func plan(_ query: StoreQuery) -> StorePlan {
        let statistics = RecordStatistics { [engine] () throws(StoreError) in try engine.snapshot() }
        return RecordPlanner(catalog: newestCatalog, statistics: statistics).plan(query)
    }

    /// Says what a plan does.
    public func explain(_ plan: StorePlan) -> [StorePlan.Step] {
        let statistics = RecordStatistics { [engine] () throws(StoreError) in try engine.snapshot() }
        return plan.payload(as: RecordPlan.self)?.steps(plan, statistics) ?? plan.steps
    }

    /// Says how a query with other values would be answered.
    public func rebind(_ plan: StorePlan, to values: [Value]) -> StorePlan? {
        RecordPlanner.rebind(plan, to: values, newestCatalog)
    }

    /// Closes the engine; snapshots that are held read on as far as the engine lets them.
    public func close() throws(StoreError) {
        let wasClosed = published.withLock { published in
            defer { published.isClosed = true }
            return published.isClosed
        }
        if wasClosed { return }
        rollback()
        try engine.close()
    }

    func checkOpen() throws(StoreError) {
        if let refusal = published.withLock({ $0.refusal }) { throw catalog.error(refusal) }
    }
}
