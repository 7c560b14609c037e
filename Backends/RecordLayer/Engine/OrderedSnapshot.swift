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
}

extension OrderedSnapshot {
    /// Runs the closure: the way of an engine whose snapshots own what they read.
    public func reading<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result { try body() }
}
