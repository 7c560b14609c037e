import PolystoreStorage

/// A write transaction that can make sure of the room on the disk that its commit takes.
///
/// A save over several stores is decided before they commit. Where an engine's transactions do not conform to this, the
/// disk may refuse what was decided, and the store is behind until there is room.
public protocol RoomReserving: OrderedTransaction {
    /// Makes sure, as far as the engine can, that the commit does not find the disk full; called without a savepoint, and
    /// nothing is written behind it.
    ///
    /// - Throws: `full`; the transaction is rolled back then.
    func reserveRoom() throws(StoreError)
}
