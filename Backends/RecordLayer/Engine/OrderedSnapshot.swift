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

    /// Calls a closure with the value of a key, which stays where it lies during the call; nil when there is none.
    ///
    /// The same as `value` within `reading`, for one value alone: the closure reads nothing else, so an engine may hold
    /// the lock meanwhile that it takes to look for the value.
    ///
    /// - Throws: `closed` after the engine was closed, and what the closure throws.
    func withValue(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer?) throws(StoreError) -> Void
    ) throws(StoreError)
}

extension OrderedSnapshot {
    /// Runs the closure: the way of an engine whose snapshots own what they read.
    public func reading<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result { try body() }

    /// Looks for the value and calls the closure, while the snapshot stays readable.
    public func withValue(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer?) throws(StoreError) -> Void
    ) throws(StoreError) {
        try reading { () throws(StoreError) in try body(try value(table, key)) }
    }
}
