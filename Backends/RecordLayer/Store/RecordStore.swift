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
    /// What a later `metadata` and snapshot see.
    struct Published {
        var metadata: StoreMetadata
        var isClosed = false
    }

    /// What belongs to the open transaction and to the writer thread.
    struct Writing {
        var writer: RecordWriter<Engine.Transaction>?
        var metadata: StoreMetadata?
        /// The last reservation of each hierarchy, as long as it is the last.
        var reservations: [UInt16: Range<Int64>] = [:]
        var isPrepared = false
    }

    let engine: Engine
    let catalog: RecordCatalog
    let isReadOnly: Bool
    let published: Protected<Published>

    // SAFETY: touched by the writer's calls only, which the protocol puts on one thread, one after another.
    nonisolated(unsafe) var writing = Writing()

    /// The store's UUID.
    public let identifier: UUID
    /// What the store can do.
    public let capabilities: StoreCapabilities

    /// Opens the store that an engine holds, or makes a new one in an empty engine.
    ///
    /// - Parameters:
    ///   - engine: The engine; the store closes it.
    ///   - opening: What the store is told.
    /// - Throws: `incompatibleModel`, `unsupportedFormat`, `damaged`, `missing`, `duplicateIdentifier`, and what the
    ///   engine throws.
    public init(_ engine: Engine, _ opening: StoreOpening) throws(StoreError) {
        let opened = try RecordOpening.open(engine, opening)
        self.engine = engine
        catalog = opened.catalog
        isReadOnly = opening.access == .readOnly
        identifier = opened.metadata.identifier
        capabilities = RecordStore.capabilities(of: engine.limits)
        published = Protected(Published(metadata: opened.metadata))
    }

    /// What every store over an engine of some limits can do.
    public static func capabilities(of limits: EngineLimits) -> StoreCapabilities {
        var capabilities = StoreCapabilities()
        capabilities.isDurable = limits.isDurable
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

    /// The layouts of the store's rows.
    public var layouts: LayoutTable { catalog.layouts }

    /// What peers stand for in the store.
    public var peers: PeerTable { catalog.peers }

    /// What the store keeps about itself, as of the last commit.
    public var metadata: StoreMetadata { published.withLock(\.metadata) }

    /// Takes a view of the last commit.
    public func snapshot() throws(StoreError) -> any StoreSnapshot {
        try checkOpen()
        return try RecordSnapshot(engine.snapshot(), catalog)
    }

    /// The number of the last commit, in this or another process.
    public func newestCommit() throws(StoreError) -> CommitNumber {
        try checkOpen()
        guard engine.limits.sharedReading, isReadOnly else { return published.withLock(\.metadata.watermark) }
        return try RecordOpening.watermark(engine.snapshot(), catalog.storeName)
    }

    /// Says how a query would be answered.
    public func plan(_ query: StoreQuery) -> StorePlan { RecordPlanner(catalog).plan(query) }

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
        if published.withLock(\.isClosed) { throw catalog.error(.closed) }
    }
}
