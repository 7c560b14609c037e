import PolystoreStorage

/// A consistent view of an engine's tables at one commit, readable from any thread until it is released.
public protocol OrderedSnapshot: OrderedReading, Sendable {
    /// Runs a closure during which the snapshot stays readable, and what it hands out stays where it lies, even when
    /// the engine is closed meanwhile.
    ///
    /// The record layer reads inside such closures only, and they may be nested. An engine whose memory goes away when
    /// it is closed refuses to enter them from then on, and takes the memory back when the last one has ended.
    ///
    /// - Throws: `closed` after the engine was closed, and what the closure throws.
    func reading<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result

    /// What holding the snapshot costs the engine now, in bytes: memory or file space that it could reuse without it.
    ///
    /// Zero for a snapshot of the last commit; for an older one an estimate that grows with what was committed since.
    func retainedBytes() throws(StoreError) -> Int

    /// Makes a store's file at a place where nothing is, of entries that a closure hands over in the order of tables and keys.
    ///
    /// The file is whole and on the disk when the call returns, and there is none when it throws. The default refuses, for
    /// engines whose stores lie nowhere.
    ///
    /// - Throws: `unsupported`, what the closure throws, and errors of the file system.
    func makeFile(_ target: PersistentStoreDescription, of entries: EntrySource) throws(StoreError)
}

/// Hands entries over, one after another, in the order of tables and keys.
public typealias EntrySource = (_ receive: EntryReceiver) throws(StoreError) -> Void

/// Takes an entry, whose bytes are valid in the call only.
public typealias EntryReceiver =
    (_ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(StoreError) -> Void

extension OrderedSnapshot {
    /// Refuses.
    public func makeFile(_ target: PersistentStoreDescription, of entries: EntrySource) throws(StoreError) {
        throw StoreError(.unsupported, [.store: target.name, .reason: "the store lies nowhere"])
    }

    /// Runs the closure: the way of an engine whose snapshots own what they read.
    public func reading<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result { try body() }
}
