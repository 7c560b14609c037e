import Foundation
import PolystoreModel
import PolystoreStorage
import Synchronization

/// A store in one SQLite file, in Core Data's table layout.
///
/// One connection writes, on the store's writer thread; snapshots read through connections of their own.
// SAFETY: `writer`, `rowWriters`, `transaction`, `reserved`, `durability` and `checkpoints` are touched only by the methods
// that the protocol allows on the writer thread; everything else is immutable or locks itself.
final class SQLiteStore: PersistentStore, @unchecked Sendable {
    let context: StoreContext
    let pool: ReaderPool
    /// Why the store can no longer be used: `failed` or `closed`; nil while it can.
    let refusal = Locked<StoreError.Code?>(nil)
    let storedMetadata: Locked<StoreMetadata>
    let snapshots: OpenSnapshots
    let watcher: CommitWatcher?
    private let newest: Atomic<UInt64>
    private let entry: OpenFileRegistry.Entry
    private let lock: WriterLock?
    @exclusivity(unchecked) private var checkpoints: CheckpointPolicy

    /// The connection that writes; of a store that is open for reading, one that reads metadata.
    ///
    /// Nil when closed.
    var writer: Connection?
    @exclusivity(unchecked) var rowWriters: [UInt16: RowWriter] = [:]
    /// The state of the open transaction; nil outside of one.
    @exclusivity(unchecked) var transaction: OpenTransaction?
    /// The last keys that were reserved, by root.
    @exclusivity(unchecked) var reserved: [UInt32: Range<Int64>] = [:]
    /// The greatest keys of new rows that were not reserved here; used on the writer thread only.
    var unreservedKeys: [UInt32: Int64] = [:]
    /// The synchronous setting of the writer; nil before the first.
    var durability: Durability?

    init(
        context: StoreContext, writer: Connection, metadata: StoreMetadata, entry: OpenFileRegistry.Entry,
        lock: WriterLock?, readMode: ConnectionMode
    ) throws(StoreError) {
        self.context = context
        self.writer = writer
        self.entry = entry
        self.lock = lock
        checkpoints = CheckpointPolicy(limit: writer.log?.limit ?? .max)
        var settings = writer.settings
        settings.cacheSize = context.options.readerCacheSize(0)
        pool = ReaderPool(settings, context.options, mode: readMode)
        storedMetadata = Locked(metadata)
        newest = Atomic(metadata.watermark)
        snapshots = OpenSnapshots(context.externalData, entry.claim)
        watcher = lock == nil && readMode == .read ? try CommitWatcher(settings) : nil
    }

    var identifier: UUID { context.identifier }
    var capabilities: StoreCapabilities { StoreType.sqlite.capabilities }
    var layouts: LayoutTable { context.layouts }
    var peers: PeerTable { context.peers }

    var metadata: StoreMetadata {
        get throws(StoreError) {
            try checkUsable()
            if watcher != nil {
                let snapshot = try SQLiteSnapshot(context, pool, snapshots)
                return try snapshot.use { (connection) throws(StoreError) in
                    try MetadataTables(connection: connection).metadata()
                }
            }
            return storedMetadata.withLock { metadata in
                var result = metadata
                result.watermark = newest.load(ordering: .acquiring)
                result.peers = Array(context.peers.entries.prefix(metadata.peers.count))
                return result
            }
        }
    }

    func snapshot() throws(StoreError) -> any StoreSnapshot {
        try checkUsable()
        return try SQLiteSnapshot(context, pool, snapshots)
    }

    /// In the process that writes, the ledger of snapshots keeps files of external data.
    func snapshotForCopying() throws(StoreError) -> any StoreSnapshot {
        try checkUsable()
        let keeping = lock == nil ? try entry.claim.keepFiles() : nil
        return try SQLiteSnapshot(context, pool, snapshots, keeping: keeping)
    }

    func newestCommit() throws(StoreError) -> CommitNumber {
        try checkUsable()
        guard let watcher else { return newest.load(ordering: .acquiring) }
        return try watcher.newestCommit()
    }

    /// Makes a commit visible to readers.
    func publish(_ commit: CommitNumber) { newest.store(commit, ordering: .releasing) }

    var published: CommitNumber { newest.load(ordering: .acquiring) }

    /// Refuses a store that failed or is closed.
    func checkUsable() throws(StoreError) {
        if let refusal = refusal.withLock({ $0 }) { throw context.named(StoreError(refusal)) }
    }

    /// The connection that writes, in a store that is open for writing.
    func writingConnection() throws(StoreError) -> Connection {
        try checkUsable()
        guard lock != nil else { throw context.named(StoreError(.readOnly)) }
        guard let writer else { throw context.named(StoreError(.closed)) }
        return writer
    }

    /// Keeps the log within its limit after a commit; what cannot be copied now stays in the log, for the next commits.
    func checkLog(_ connection: Connection) {
        guard let frames = connection.log?.frames, checkpoints.isDue(frames: frames) else { return }
        var log = connection.copyLogBack()
        if log.map({ $0.copied < $0.frames }) ?? true, checkpoints.waitsForReaders() {
            log = connection.copyLogBackBesideReaders()
        }
        guard let log, log.copied == log.frames else { return checkpoints.wasHeld() }
        checkpoints.wasCopied()
        snapshots.settle(published)
        if log.frames > checkpoints.limit { connection.emptyLog() }
    }

    func close() throws(StoreError) {
        refusal.withLock { $0 = .closed }
        pool.close()
        watcher?.close()
        if lock != nil, writer?.putLogInFile() ?? false { snapshots.settle(published) }
        snapshots.close()
        writer = nil
        lock?.release()
        entry.release()
    }
}
