/// The capabilities of a store, declared by its backend.
///
/// Everything is off unless it is declared. A capability that is not declared is refused with code `unsupported`.
public struct StoreCapabilities: Hashable, Sendable {
    /// Saves survive the process.
    public var isDurable = false
    /// How it takes part in saves over several durable stores.
    public var jointCommit = JointCommitKind.none
    /// Values of uniqueness constraints are kept unique.
    public var uniqueness = false
    /// Several snapshots, and a writer beside them.
    public var concurrentSnapshots = false
    /// To-many relationships keep an order.
    public var orderedRelationships = false
    /// Join tables.
    public var joins = false
    /// Data over 4 KiB is kept out of rows.
    public var deferredData = false
    /// Large data may be kept in files beside the store.
    public var externalStorage = false
    /// Some filters are done by the store.
    public var filtering = false
    /// Some orders are done by the store.
    public var sorting = false
    /// Several processes may read while one writes.
    public var sharedReading = false

    /// Makes capabilities with everything off.
    public init() {}
}
