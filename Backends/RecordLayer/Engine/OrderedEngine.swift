import PolystoreStorage

/// An ordered key-value engine: all that a key-value store has to provide to become a backend.
///
/// Keys are bytes, compared as unsigned bytes, at most `limits.maximumKeyLength` long and never empty; values are bytes.
/// One writer at a time, on one thread; snapshots many at a time, from any thread, beside the writer.
public protocol OrderedEngine: AnyObject, Sendable {
    /// The engine's snapshots.
    associatedtype Snapshot: OrderedSnapshot
    /// The engine's write transactions.
    associatedtype Transaction: OrderedTransaction

    /// The engine's limits.
    var limits: EngineLimits { get }

    /// Takes a view of the last commit.
    func snapshot() throws(StoreError) -> Snapshot

    /// Begins the write transaction; called on the writer thread, while none is open.
    func begin(_ durability: Durability) throws(StoreError) -> Transaction

    /// Closes the engine. Snapshots that are still held read on, or throw `closed`; they never read freed memory.
    func close() throws(StoreError)
}
