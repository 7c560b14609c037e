import Foundation
import PolystoreModel

/// A kind of store that a program can use: what a backend adds as a static member, and a program passes in.
///
/// There is no process-wide registry: a program lists the types that it links, as in `[.sqlite, .memory]`.
///
/// A store is named by its description, so that it need not be a file: a type reads of it what it finds its stores by.
public struct StoreType: Sendable {
    /// The name in the store file.
    public let name: String
    /// The library product that holds the type, for messages.
    public let product: String
    /// Whether stores of the type lie at a URL.
    public let hasURL: Bool
    /// The options that the type understands.
    public let options: [Option]
    /// The capabilities of its stores.
    public let capabilities: StoreCapabilities
    /// Opens or creates a store.
    public let open: @Sendable (StoreOpening) throws(StoreError) -> any PersistentStore
    let existence: (@Sendable (PersistentStoreDescription) throws(StoreError) -> Bool)?
    /// Reads what a store keeps about itself, without opening it for use.
    ///
    /// Throws `missing` when there is none.
    public let metadata: @Sendable (PersistentStoreDescription) throws(StoreError) -> StoreMetadata
    let reservation: (@Sendable (PersistentStoreDescription) throws(StoreError) -> StoreReservation)?
    let readersOfStore: (@Sendable (PersistentStoreDescription) throws(StoreError) -> StoreReaders)?
    /// Removes a store that nothing has open; nothing happens when there is none.
    public let destroy: @Sendable (PersistentStoreDescription) throws(StoreError) -> Void
    /// Copies a store that may be open (the first) to a place where nothing is; the copy keeps the UUID
    /// and belongs to no commit domain.
    public let copy: @Sendable (PersistentStoreDescription, PersistentStoreDescription) throws(StoreError) -> Void

    /// Makes a type.
    ///
    /// - Parameters:
    ///   - name: The name in the store file.
    ///   - product: The library product that holds the type, for messages.
    ///   - hasURL: Whether stores of the type lie at a URL.
    ///   - options: The options that the type understands.
    ///   - capabilities: What its stores can do.
    ///   - open: Opens or creates a store.
    ///   - exists: Whether there is a store; by default, whether its metadata is not `missing`.
    ///   - metadata: Reads what a store keeps about itself.
    ///   - reserve: Takes the place of a store; by default nothing is taken, for types whose stores no other program
    ///     can open.
    ///   - readers: What the engine tells of the readers of a store; nothing by default.
    ///   - destroy: Removes a store.
    ///   - copy: Copies a store to a place where nothing is.
    public init(
        name: String, product: String, hasURL: Bool, options: [Option], capabilities: StoreCapabilities,
        open: @escaping @Sendable (StoreOpening) throws(StoreError) -> any PersistentStore,
        exists: (@Sendable (PersistentStoreDescription) throws(StoreError) -> Bool)? = nil,
        metadata: @escaping @Sendable (PersistentStoreDescription) throws(StoreError) -> StoreMetadata,
        reserve: (@Sendable (PersistentStoreDescription) throws(StoreError) -> StoreReservation)? = nil,
        readers: (@Sendable (PersistentStoreDescription) throws(StoreError) -> StoreReaders)? = nil,
        destroy: @escaping @Sendable (PersistentStoreDescription) throws(StoreError) -> Void,
        copy: @escaping @Sendable (PersistentStoreDescription, PersistentStoreDescription) throws(StoreError) -> Void
    ) {
        self.name = name
        self.product = product
        self.hasURL = hasURL
        self.options = options
        self.capabilities = capabilities
        self.open = open
        existence = exists
        self.metadata = metadata
        reservation = reserve
        readersOfStore = readers
        self.destroy = destroy
        self.copy = copy
    }
}
