import PolystoreModel

/// The place of a store, taken: until it is given back, no program opens or makes a store there.
public struct StoreReservation: Sendable {
    /// Reads what the store keeps about itself; throws `missing` when there is none.
    public let metadata: @Sendable () throws(StoreError) -> StoreMetadata
    /// Removes the store, and keeps the place; nothing happens when there is none.
    public let destroy: @Sendable () throws(StoreError) -> Void
    /// Puts a copy of another store in the place of the one that is there, if any, and keeps the place.
    ///
    /// When it throws, the place holds what it held, or the copy, or a store that lacks its last commits: the caller marks the
    /// place until the call has returned.
    public let replace: @Sendable (_ source: PersistentStoreDescription) throws(StoreError) -> Void
    /// Gives the place back; further calls do nothing.
    public let release: @Sendable () -> Void

    /// Makes a reservation of what a type does with the place that it has taken.
    public init(
        metadata: @escaping @Sendable () throws(StoreError) -> StoreMetadata,
        destroy: @escaping @Sendable () throws(StoreError) -> Void,
        replace: @escaping @Sendable (_ source: PersistentStoreDescription) throws(StoreError) -> Void,
        release: @escaping @Sendable () -> Void
    ) {
        self.metadata = metadata
        self.destroy = destroy
        self.replace = replace
        self.release = release
    }
}
